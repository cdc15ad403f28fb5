#!/bin/sh
# Reads the password as the image's own entry point does: from CLICKHOUSE_PASSWORD or the file that its _FILE names.
set -eu
if [ -n "${CLICKHOUSE_PASSWORD_FILE-}" ]; then CLICKHOUSE_PASSWORD=$(cat "$CLICKHOUSE_PASSWORD_FILE") && export CLICKHOUSE_PASSWORD; fi
exec node --disable-warning=TimeoutNegativeWarning /opt/ruaflow/infra/clickhouse/main.ts
