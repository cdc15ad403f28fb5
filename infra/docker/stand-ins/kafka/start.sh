#!/bin/bash
# Does what the image's own entry point does: settings from KAFKA_… variables, a storage that is formatted once, the broker.
set -euo pipefail
properties=/tmp/server.properties
: >"$properties"
while IFS='=' read -r -d '' name value; do
  case $name in
    KAFKA_HEAP_OPTS) ;;
    KAFKA_*) key=${name#KAFKA_} && key=${key,,} && echo "${key//_/.}=$value" >>"$properties" ;;
  esac
done < <(env -0)
grep -q '^log.dirs=' "$properties" || echo "log.dirs=/var/lib/kafka/data" >>"$properties"
java -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format --ignore-formatted \
  --cluster-id "${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}" --config "$properties"
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -XX:+UseSerialGC -cp '/opt/kafka/libs/*' kafka.Kafka "$properties"
