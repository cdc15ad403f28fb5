#!/bin/sh
# `npm start` and `npm run app`: installs what is missing, then becomes the app.

# npm has echoed this script in four lines. On a terminal the first lines are ours.
case "$npm_config_user_agent $npm_config_loglevel $TERM" in
  *silent* | *" dumb") ;;
  npm/*) [ -t 1 ] && printf '\033[4A\033[J' ;;
esac

node infra/install.mjs --run || exit
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
# A new shell looks for `node` again: the installation has put another one first in PATH.
exec sh infra/node.sh --max-semi-space-size=4 infra/app.mjs "$@"
