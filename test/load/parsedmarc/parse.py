"""Parses report files with parsedmarc's Python API and writes them as JSON lines: `parse.py PROCESSES OUTPUT PATH...`.

Offline: no DNS. Lookups in parsedmarc's bundled databases (country, name of the network) are included.
"""

import json
import logging
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import parsedmarc

logging.disable(logging.CRITICAL)


def parse(path):
    try:
        report = parsedmarc.parse_report_file(path, offline=True)["report"]
    except parsedmarc.ParserError:
        return None, 0
    return json.dumps(report), len(report["records"])


def main():
    processes, output, paths = int(sys.argv[1]), sys.argv[2], list_files(sys.argv[3:])
    started = time.monotonic()
    files = failed = records = 0
    with open(output, "w") as lines, ProcessPoolExecutor(processes) as pool:
        results = map(parse, paths) if processes == 1 else pool.map(parse, paths, chunksize=16)
        for line, count in results:
            files += 1
            failed += line is None
            records += count
            lines.write((line or "null") + "\n")
    seconds = time.monotonic() - started
    print(json.dumps({"files": files, "failed": failed, "records": records, "seconds": seconds}))


def list_files(paths):
    files = []
    for path in paths:
        if os.path.isdir(path):
            files += sorted(os.path.join(path, name) for name in os.listdir(path))
        else:
            files.append(path)
    return files


main()
