"""`npm run test:independent`: an independent test of the product, which shares no code with it or its other tests.

It starts the service as an operator would, uses HTTP and the `ruaflow` command, generates its own reports, and compares
every answer (list, details, aggregate, sources, failures, each also as CSV, and SQL) with them.
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
        epilog=f"Scenarios: {names}. Exit code: 0 if every scenario that ran has passed.",
    )
    parser.add_argument("--only", metavar="NAMES", default=",".join(SCENARIOS), help="scenarios to run, separated by commas (default: all)")
    parser.add_argument("--reports", type=int, default=600, metavar="N", help="reports per scenario (default 600)")
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="kills in the scenarios that kill (default 20; 100 in the long form)")
    parser.add_argument("--seconds", type=int, default=20, metavar="N", help="how long ClickHouse is down while reports are released (default 20; 330 outlasts a lease)")
    parser.add_argument("--uploads", type=int, default=64, metavar="N", help="concurrent large uploads under load (default 64)")
    parser.add_argument("--domains", type=int, default=100, metavar="N", help="domains to delete at once (default 100)")
    parser.add_argument("--portfolio", type=int, default=24, metavar="N", help="domains of the scenario portfolio (default 24)")
    parser.add_argument("--mails", type=int, default=200, metavar="N", help="mails to send (default 200; 1000 in the long form)")
    parser.add_argument("--queries", type=int, default=3000, metavar="N", help="queries of the scenario sql-door, besides those that are always asked (default 3000; 100000 in the long form)")
    parser.add_argument("--details", type=int, default=120, metavar="N", help="reports whose records are compared one by one (default 120)")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000, metavar="N", help="seed of reports and random moments (default: the time)")
    parser.add_argument("--product", default=os.path.join(HERE, "..", ".."), metavar="PATH", help="checkout to test (default: this one)")
    parser.add_argument("--twin", action="store_true", help="expect one message more than was sent: succeeds only if every scenario finds differences")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    options = parser.parse_args()
    options.names = [name.strip() for name in options.only.split(",") if name.strip()]
    unknown = [name for name in options.names if name not in SCENARIOS]
    if unknown or not options.names:
        parser.error(f"unknown scenario {', '.join(unknown)}; scenarios: {names}")
    options.root = Root(options.product)
    return options


def run_scenario(name, options):
    checks = Checks(name, time.monotonic(), options.twin)
    checks.say(f"starts, seed {options.seed}")
    try:
        SCENARIOS[name](checks, options)
        checks.true("nothing was compared", checks.compared > 0)
    except Exception as error:  # noqa: BLE001 - a scenario that breaks off has failed, and the others continue
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
    # As with Ctrl-C: everything that was started is stopped and removed.
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
