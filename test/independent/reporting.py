"""Who reports about each domain, and what has come in of the newest days, recounted from the reports alone."""

from collections import defaultdict

from expected import date, rate
from reports import DAY

COMPLETENESS = "/reports/completeness"
#: Imported reports came days after their period, which gives each reporter the longest time: 72 hours, and 12 more.
ALLOWED_S = 84 * 3600


def state_of(reports, as_of):
    """By the rule in the documentation of the API."""
    days = sorted({one.day for one in reports})
    gaps = sorted(after - before for before, after in zip(days, days[1:]))
    usual = gaps[min(int(0.9 * len(gaps)), len(gaps) - 1)] if gaps else 0
    if len(days) < 5:
        return "occasional", usual
    silent = as_of - max(one.end for one in reports) - ALLOWED_S
    if silent > DAY * max(3 * usual, 7):
        return "stopped", usual
    return "late" if silent > DAY * usual else "reporting", usual


def compare_reporters(asking):
    """Every reporter of every domain: sums, days, state and the policy that it saw."""
    recount, checks = asking.recount, asking.checks
    for domain in recount.domains.values():
        told = [one for one in recount.reports if one.domain == domain.name and one.day <= recount.end]
        inside = [one for one in told if one.day >= recount.start]
        total = sum(one.messages for one in inside)
        answer = asking.ask(f"/domains/{domain.id}/reporters", {**recount.period, "per_page": 100}, f"reporters of {domain.name}")
        found = {row["reporter"]: row for row in answer.json["data"]}
        checks.equal(f"reporters of {domain.name}", sorted(found), sorted({one.reporter for one in told}))
        for name, row in found.items():
            own = [one for one in told if one.reporter == name]
            now = [one for one in inside if one.reporter == name]
            days = sorted({one.day for one in now})
            messages, passed = sum(one.messages for one in now), sum(one.passed for one in now)
            state, gap = state_of(own, (recount.end + 1) * DAY)
            policies = [[date(days[0]), date(days[-1]), len(now), domain.policy, None, "r", "s", "100", None, []]] if now else []
            seen = [[one[field] for field in ("first_day", "last_day", "reports", "p", "sp", "adkim", "aspf", "pct", "matches", "differs")] for one in row["policies"]]
            sums = [row[field] for field in ("reports", "messages", "passed", "failed", "days", "state", "usual_gap_days", "first_day", "last_day")]
            wanted = [len(now), messages, passed, messages - passed, len(days), state, gap, date(min(one.day for one in own)), date(max(one.day for one in own))]
            checks.equal(f"{name} of {domain.name}", sums, wanted)
            checks.near(f"{name} of {domain.name}: share", row["share"], rate(messages, total))
            checks.equal(f"{name} of {domain.name}: policies", seen, policies)


def compare_completeness(asking):
    """What has come in of the newest days, over all domains."""
    recount = asking.recount
    rows = asking.ask(COMPLETENESS, {}, "completeness").json["data"]
    recent = [one for one in recount.reports if recount.today - 34 <= one.day]
    messages_of = defaultdict(lambda: defaultdict(int))
    for one in recent:
        messages_of[one.domain, one.reporter][one.day] += one.messages
    first = {name: min(one.day for one in recent if one.domain == name) for name, _ in messages_of}
    for row, day in zip(rows, range(recount.today - 6, recount.today + 1), strict=True):
        usual, reported, expected, came = 0, 0, 0, 0
        for (name, _), days in messages_of.items():
            weekdays = [day - 7 * week for week in range(1, 5) if day - 7 * week >= first[name]]
            seen = [one for one in weekdays if one in days]
            if not seen or 4 * len(seen) < 3 * len(weekdays) or not any(day - 7 <= one < day for one in days):
                continue
            mean = sum(days[one] for one in seen) / len(weekdays)
            expected, usual = expected + 1, usual + mean
            if day in days:
                came, reported = came + 1, reported + mean
        what = f"completeness of {date(day)}"
        asking.checks.equal(what, [row["date"], row["messages"]], [date(day), sum(one.messages for one in recent if one.day == day)])
        asking.checks.equal(f"{what}: expected", [row["expected_reporters"], row["expected_reported"]], [expected, came])
        asking.checks.near(f"{what}: share", row["complete_share"] or 0, rate(reported, usual))
