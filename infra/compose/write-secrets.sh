#!/bin/sh
# Writes the secrets of docker-compose.yml and infra/compose/observability.yml to infra/compose/secrets, or to the folder given as $1: those that do not exist
# yet; it never changes one. The folder keeps other users of this machine out (mode 700). The files themselves are readable
# by all (444), because Compose mounts them with their mode and owner, and a container's user is not yours.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 077
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

# Writes standard input to the file $1, unless it exists. A file is complete or missing.
write() {
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1.new" && mv "$1.new" "$1" && echo "written: $folder/$1"; fi
}
password() { head -c 24 /dev/urandom | base64 | tr -d '/+=\n'; }

password | write postgres_password
password | write clickhouse_password
printf 'postgres://ruaflow:%s@postgres:5432/ruaflow' "$(cat postgres_password)" | write database_url
printf 'http://ruaflow:%s@clickhouse:8123/ruaflow' "$(cat clickhouse_password)" | write clickhouse_url
head -c 32 /dev/urandom | base64 | write secrets_key
# For infra/compose/observability.yml: the password of ClickHouse's user for Grafana, and the same as ClickHouse reads it.
password | write grafana_password
printf '<clickhouse><users><grafana><password>%s</password></grafana></users></clickhouse>' "$(cat grafana_password)" |
  write grafana_clickhouse_login

for file in *; do chmod 444 "$file"; done
