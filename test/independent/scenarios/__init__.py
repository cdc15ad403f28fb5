"""Every scenario by name, in the order of execution."""

from scenarios.answers import list_while_arriving, quick_duplicate
from scenarios.asked_again import asked_again
from scenarios.at_rest import at_rest
from scenarios.deletion import deleted_at_once
from scenarios.forged import forged
from scenarios.held import held_release
from scenarios.imports import import_alone_killed, import_killed
from scenarios.mailed import mailed
from scenarios.portfolio import portfolio
from scenarios.pressure import responsive
from scenarios.questions import questions
from scenarios.slow_clients import slow_clients
from scenarios.sql_door import sql_door
from scenarios.verdicts import verdicts

SCENARIOS = {
    "at-rest": at_rest,
    "asked-again": asked_again,
    "import-killed": import_killed,
    "import-alone-killed": import_alone_killed,
    "quick-duplicate": quick_duplicate,
    "list-while-arriving": list_while_arriving,
    "deleted-at-once": deleted_at_once,
    "mailed": mailed,
    "forged": forged,
    "responsive": responsive,
    "held-release": held_release,
    "questions": questions,
    "portfolio": portfolio,
    "sql-door": sql_door,
    "slow-clients": slow_clients,
    "verdicts": verdicts,
}
