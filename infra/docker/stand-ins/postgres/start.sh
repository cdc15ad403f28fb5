#!/bin/bash
# Does what the image's own entry point does with POSTGRES_DB, POSTGRES_USER and POSTGRES_PASSWORD or its _FILE: on the first
# start a temporary server, which listens only on a Unix socket, then the server.
set -euo pipefail
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}
password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:?}")}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  initdb -D "$PGDATA" --encoding=UTF8 --locale=C.UTF-8 --username="$user" --pwfile=<(printf %s "$password") --auth-local=trust --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  if [ "$database" != postgres ]; then
    postgres --single -D "$PGDATA" postgres <<<"CREATE DATABASE \"$database\" OWNER \"$user\";" >/dev/null
  fi
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses=''" start
  sleep 2
  pg_ctl -D "$PGDATA" -w -m fast stop
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' "$@"
