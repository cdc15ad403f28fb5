"""`npm run test:independent`: a second opinion on the product, which shares no code with it or with its other tests.

It starts the service as its operator would, talks HTTP and the `ruaflow` command, makes its own reports, and compares every
answer (list, details, aggregate, sources, failures, each also as CSV, and SQL) with what it made.
"""

import argparse
import json
import os
import signal
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from checks import Checks  # noqa: E402
from product import Root  # noqa: E402
from scenarios import SCENARIOS  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def read_options():
    names = ", ".join(SCENARIOS)
    parser = argparse.ArgumentParser(
        prog="npm run test:independent --",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"Scenarios: {names}. Exit code: 0 when all that ran have passed.",
    )
    parser.add_argument("--only", metavar="NAMES", default=",".join(SCENARIOS), help="scenarios to run, separated by commas (default: all)")
    parser.add_argument("--reports", type=int, default=600, metavar="N", help="reports of a scenario (default 600)")
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="kills of the scenarios that kill (default 20; 100 in the long form)")
    parser.add_argument("--seconds", type=int, default=20, metavar="N", help="how long ClickHouse is away while reports are released (default 20; 330 outlasts a lease)")
    parser.add_argument("--uploads", type=int, default=64, metavar="N", help="large uploads at once under pressure (default 64)")
    parser.add_argument("--domains", type=int, default=100, metavar="N", help="domains that are deleted at once (default 100)")
    parser.add_argument("--details", type=int, default=120, metavar="N", help="reports whose records are compared one by one (default 120)")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000, metavar="N", help="of reports and moments (default: the time)")
    parser.add_argument("--product", default=os.path.join(HERE, "..", ".."), metavar="PATH", help="checkout to test (default: this one)")
    parser.add_argument("--twin", action="store_true", help="expect one message more than was sent: succeeds only when every scenario goes wrong")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    options = parser.parse_args()
    options.names = [name.strip() for name in options.only.split(",") if name.strip()]
    unknown = [name for name in options.names if name not in SCENARIOS]
    if unknown or not options.names:
        parser.error(f"unknown scenario {', '.join(unknown)}; there are: {names}")
    options.root = Root(options.product)
    return options


def run_scenario(name, options):
    checks = Checks(name, time.monotonic(), options.twin)
    checks.say(f"starts, seed {options.seed}")
    try:
        SCENARIOS[name](checks, options)
        checks.true("nothing was compared", checks.compared > 0)
    except Exception as error:  # noqa: BLE001 - a scenario that breaks has failed, and the others go on
        traceback.print_exc(file=sys.stderr)
        checks.broke_off = True
        checks.differ(f"broke off: {type(error).__name__}: {error}")
    return {
        "name": name,
        "passed": bool(checks.differences) == options.twin and not checks.broke_off,
        "compared": checks.compared,
        "differences": len(checks.differences),
        "shown": checks.differences[:20],
        "figures": checks.figures,
        "seconds": round(time.monotonic() - checks.started_at, 1),
    }


def print_result(result):
    verdict = "passed" if result["passed"] else "FAILED"
    figures = "".join(f"; {name}: {value}" for name, value in result["figures"].items())
    print(f"{verdict} {result['name']}: {result['compared']} comparisons, {result['differences']} differences, {result['seconds']} s{figures}")
    for text in result["shown"]:
        print(f"  {text}")


def main():
    # As Ctrl-C does: what was started is stopped and removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = read_options()
    results = []
    for name in options.names:
        results.append(run_scenario(name, options))
        if not options.json:
            print_result(results[-1])
    passed = sum(result["passed"] for result in results)
    failed = len(results) - passed
    if options.json:
        print(json.dumps({"seed": options.seed, "passed": passed, "failed": failed, "scenarios": results}))
    else:
        print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
