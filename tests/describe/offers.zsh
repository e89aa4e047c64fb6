# Prints what zsh offers for a command line, one line each: zsh -f offers.zsh LINE FOLDER, with the folder of _alembert.
# Completion works only in an interactive shell, hence the pseudo-terminal; compadd is what all offers go through.
zmodload zsh/zpty
zpty shell zsh -f -i

read -r -d '' preparation <<'PREPARATION'
PS1=
stty -echo
autoload -U compinit
compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
finish() { print -r - "FIN""ISHED"; exit }
comppostfuncs=(finish)
compadd() {
  # calls that only look something up offer nothing
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return $?
  fi
  local -a hits
  builtin compadd -A hits "$@"
  for hit in $hits; do print -r - "OFFER $hit"; done
  builtin compadd "$@"
}
print -r - "REA""DY"
PREPARATION

zpty -w shell "setopt interactive_comments; fpath=(${(q)2} \$fpath)"
zpty -w shell "$preparation"
zpty -r shell line '*READY*'
zpty -w -n shell "$1"$'\t'
zpty -r shell line '*FINISHED*'
print -r - "${line//$'\r'/}" | sed -n 's/^.*OFFER //p'
