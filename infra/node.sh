#!/bin/sh
# Becomes Node with the settings of .env, if that file exists (--env-file-if-exists reports a missing one as a problem).
# `exec`: signals reach the app, not a shell.
[ -f .env ] && set -- --env-file=.env "$@"
exec node --disable-warning=TimeoutNegativeWarning "$@"
