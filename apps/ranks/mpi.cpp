// Ranks by MPI. One thread of each process talks.

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <list>
#include <stdexcept>

#include "ranks.hpp"

namespace alembert::app {

namespace {

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
      throw std::runtime_error("this MPI does not allow threads in a rank");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiRanks() override {
    for (Transfer& transfer : sending_) MPI_Wait(&transfer.request, MPI_STATUS_IGNORE);
    MPI_Finalize();
  }

  bool is_first() const override { return rank_ == 0; }
  std::size_t others() const override { return static_cast<std::size_t>(size_ - 1); }

  // Nothing here waits within MPI, which would take a whole core: transfers progress whenever
  // messages are checked.
  void send(std::size_t to, std::string bytes) override {
    Transfer& transfer = sending_.emplace_back(Message{to, std::move(bytes)});
    const std::string& data = transfer.message.bytes;
    MPI_Isend(data.data(), static_cast<int>(data.size()), MPI_BYTE, static_cast<int>(to), 0,
              MPI_COMM_WORLD, &transfer.request);
  }

  bool is_sending() const override { return !sending_.empty(); }

  std::optional<Message> next() override {
    begin_to_receive();
    sending_.remove_if([](Transfer& transfer) { return transfer.is_done(); });
    const auto done = std::ranges::find_if(receiving_, &Transfer::is_done);
    if (done == receiving_.end()) return {};
    Message message = std::move(done->message);
    receiving_.erase(done);
    return message;
  }

  [[noreturn]] void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
  }

 private:
  struct Transfer {
    Message message;
    MPI_Request request = MPI_REQUEST_NULL;

    bool is_done() {
      int done = 0;
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    }
  };

  // all messages that are there or on their way
  void begin_to_receive() {
    for (;;) {
      MPI_Message announced = MPI_MESSAGE_NULL;
      MPI_Status status;
      int is_there = 0, size = 0;
      MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &announced, &status);
      if (is_there == 0) return;
      MPI_Get_count(&status, MPI_BYTE, &size);
      Transfer& transfer =
          receiving_.emplace_back(Message{static_cast<std::size_t>(status.MPI_SOURCE),
                                          std::string(static_cast<std::size_t>(size), '\0')});
      MPI_Imrecv(transfer.message.bytes.data(), size, MPI_BYTE, &announced, &transfer.request);
    }
  }

  int rank_ = 0, size_ = 1;
  std::list<Transfer> sending_, receiving_;  ///< their bytes stay where they are
};

}  // namespace

std::unique_ptr<Ranks> ranks_of_this_start() {
  // variables that Open MPI, MPICH and Slurm set for the processes that they start
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(variable) != nullptr) return std::make_unique<MpiRanks>();
  return nullptr;
}

}  // namespace alembert::app
