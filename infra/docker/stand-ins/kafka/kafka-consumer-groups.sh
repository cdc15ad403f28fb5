#!/bin/sh
# The tool of the real image, at the same place.
exec java -cp '/opt/kafka/libs/*' org.apache.kafka.tools.consumer.group.ConsumerGroupCommand "$@"
