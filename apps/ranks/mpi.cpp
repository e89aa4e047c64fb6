// Ranks by MPI. One thread of each process talks.

#include <mpi.h>

#include <cstdlib>
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
  ~MpiRanks() override { MPI_Finalize(); }

  bool is_first() const override { return rank_ == 0; }
  std::size_t others() const override { return static_cast<std::size_t>(size_ - 1); }

  void send(std::size_t to, const std::string& bytes) override {
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, static_cast<int>(to), 0,
             MPI_COMM_WORLD);
  }

  std::optional<Message> next() override {
    MPI_Status status;
    int is_there = 0;
    // waiting within MPI would take a whole core
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return {};
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{static_cast<std::size_t>(status.MPI_SOURCE),
                    std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
  }

  [[noreturn]] void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
  }

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> ranks_of_this_start() {
  // what the starters of Open MPI, MPICH and Slurm leave for their processes
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(variable) != nullptr) return std::make_unique<MpiRanks>();
  return nullptr;
}

}  // namespace alembert::app
