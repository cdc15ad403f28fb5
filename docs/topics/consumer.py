"""Sums the emails of each domain from the topic of reports: a sample consumer.

    pip install kafka-python zstandard
    python consumer.py --brokers localhost:9092 [--organization org_...]

Reads all that is in the topic, without a consumer group, and prints one line of JSON for each domain. docs/topics.md
explains the topics; asyncapi.json and the files in schemas/ are their contract.
"""

import argparse
import json
from collections import defaultdict

import zstandard
from kafka import KafkaConsumer, TopicPartition

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
TEXT_BYTES_MAX = 16 * 1024 * 1024

# Positions in a record: see schemas/report-record.json. Later releases add values only at the end.
COUNT, DMARC_PASS = 2, 6


def decompress(data):
    """Returns bytes that are not a zstd frame unchanged."""
    if not data.startswith(ZSTD_MAGIC):
        return data
    with zstandard.ZstdDecompressor().stream_reader(data) as reader:
        text = reader.read(TEXT_BYTES_MAX + 1)
    if len(text) > TEXT_BYTES_MAX:
        raise ValueError("the message is larger than Ruaflow writes it")
    return text


def decode(value):
    """Returns the facts of a report and the records of this message, each a list of values."""
    head, _, rest = decompress(value).partition(b"\n")
    facts = json.loads(head)
    if facts["version"] != 1:
        raise ValueError(f"version {facts['version']} is not known to this program")
    lines = decompress(rest).decode().split("\n") if rest else []
    return facts, [json.loads(f"[{line}]") for line in lines]


class Sums:
    """Counts each report once, as Ruaflow does. A consumer that runs for long keeps this in a database."""

    def __init__(self):
        self.messages = defaultdict(int)
        self.passed = defaultdict(int)
        self.reports = defaultdict(int)
        self.seen = {}

    def add(self, facts, records):
        if facts.get("trust") == "none":  # The sender of its mail is not proven: sums leave it out.
            return
        content, chunks = self.seen.setdefault(facts["reportKey"], (facts["contentHash"], set()))
        chunk = facts["chunk"]["index"]
        # Another content with the same key is a conflict, and the first one counts; the same chunk again is a copy.
        if content != facts["contentHash"] or chunk in chunks:
            return
        chunks.add(chunk)
        domain = facts["header"]["policyPublished"]["domain"]
        self.messages[domain] += sum(record[COUNT] for record in records)
        self.passed[domain] += sum(record[COUNT] for record in records if record[DMARC_PASS])
        if len(chunks) == facts["chunk"]["of"]:
            self.reports[domain] += 1

    def lines(self):
        for domain in sorted(self.messages):
            yield {
                "domain": domain,
                "reports": self.reports[domain],
                "messages": self.messages[domain],
                "passed": self.passed[domain],
            }


def read_topic(brokers, topic):
    """Yields the value of every message that the topic has now. TLS and SASL are further arguments of KafkaConsumer."""
    consumer = KafkaConsumer(bootstrap_servers=brokers, enable_auto_commit=False)
    try:
        partitions = [TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic) or ()]
        if not partitions:
            raise SystemExit(f"There is no topic {topic}.")
        consumer.assign(partitions)
        consumer.seek_to_beginning(*partitions)
        ends = consumer.end_offsets(partitions)
        while any(consumer.position(partition) < ends[partition] for partition in partitions):
            for messages in consumer.poll(timeout_ms=500).values():
                yield from (message.value for message in messages)
    finally:
        consumer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--brokers", default="localhost:9092", help="host:port, comma-separated")
    parser.add_argument("--topic", action="append", help="may be repeated; default: ruaflow.reports.v1")
    parser.add_argument("--organization", help="id of the only organization to count")
    options = parser.parse_args()
    sums = Sums()
    for topic in options.topic or ["ruaflow.reports.v1"]:
        for value in read_topic(options.brokers.split(","), topic):
            facts, records = decode(value)
            if options.organization in (None, facts["organizationId"]):
                sums.add(facts, records)
    for line in sums.lines():
        print(json.dumps(line))


if __name__ == "__main__":
    main()
