"""SQL over plain HTTP, by a person who wants to read a file, reach a server, see base tables, or write."""

import base64
import http.client
import os
import random
import socket
import tempfile
import threading
from pathlib import Path

from product import SQL_KEY
from reports import Generator, to_xml
from scenarios.setting import domain_names, running_service, wait_for_reports

#: `$F` is the name of a function, `$P` the quoted path of the secret file, `$U` an address of the listening socket, `$W` a path to write to.
POSITIONS = [
    "SELECT $F($P)", "SELECT $F($P, 'x')", "SELECT $F($U)", "SELECT $F($P, 'LineAsString', 'line String')", "SELECT arrayMap($F, [$P])", "SELECT arrayMap(`$F`, [$P])",
    "SELECT arrayFilter($F, [$P])", "SELECT arrayFold((a, x) -> $F(x), [$P], '')", "SELECT arrayMap(x -> $F(x), [$P])", "SELECT arrayMap((x, y) -> concat(x, $F(y)), [''], [$P])",
    "WITH $F AS g SELECT arrayMap(g, [$P])", "WITH x -> $F(x) AS g SELECT g($P)", "WITH (SELECT $F($P)) AS g SELECT g", "SELECT arrayReduce('$F', [$P])", "SELECT arrayReduce('$F', [$U])",
    "SELECT $FIf($P, 1)", "SELECT $FArray([$P])", "SELECT $FMap(map('k', $P))", "SELECT $FOrNull($P)", "SELECT $F(0.5)($P)", "SELECT arraySort($F, [$P])", "SELECT mapApply((k, v) -> (k, $F(v)), map('k', $P))",
    "SELECT $P AS p APPLY($F)", "SELECT * APPLY $F FROM (SELECT $P)", "SELECT * REPLACE ($F($P) AS p) FROM (SELECT $P AS p)", "SELECT COLUMNS('p') APPLY (x -> $F(x)) FROM (SELECT $P AS p)",
    "SELECT * FROM $F($P)", "SELECT * FROM $F($P, 'LineAsString')", "SELECT * FROM $F($P, 'LineAsString', 'line String')", "SELECT * FROM $F($U, 'LineAsString', 'line String')", "SELECT * FROM $F('127.0.0.1', 'ruaflow', 'records')",
    "SELECT * FROM $F('ruaflow', 'records')", "SELECT * FROM $F((SELECT * FROM ruaflow.records))", "DESCRIBE $F($P)", "DESCRIBE TABLE $F($U, 'LineAsString')", "EXPLAIN SELECT $F($P)", "EXPLAIN QUERY TREE SELECT $F($P)",
    "EXPLAIN SYNTAX SELECT arrayMap($F, [$P])", "EXPLAIN PLAN SELECT * FROM $F($P)", "EXPLAIN PIPELINE SELECT arrayMap($F, [$P])", "EXPLAIN ESTIMATE SELECT $F($P)", "SELECT 1 WHERE $F($P) != ''", "SELECT 1 HAVING $F($P) != ''",
    "SELECT 1 ORDER BY $F($P)", "SELECT 1 GROUP BY $F($P)", "SELECT 1 LIMIT $F($P)", "SELECT 1 IN $F($P)", "SELECT $P IN (SELECT $F($P))", "SELECT sum(1) OVER (PARTITION BY $F($P))", "SELECT 1 QUALIFY $F($P) != ''",
    "SELECT count() FROM records PREWHERE $F($P) != ''", "SELECT count() FROM records ARRAY JOIN arrayMap($F, [$P]) AS a", "SELECT CASE WHEN 1 THEN $F($P) END", "SELECT if(1, $F($P), '')", "SELECT tuple($F($P)).1", "SELECT [$F($P)][1]", "SELECT ($P AS p, $F(p))",
    "SELECT throwIf(1, $F($P))", "SELECT CAST($F($P) AS String)", "SELECT toTypeName($F($P)), $F($P)", "SELECT $F(materialize($P))", "SELECT $F({path:String})", "SELECT {name:Identifier}($P)", "SELECT arrayMap({name:Identifier}, [$P])",
    "SELECT 1 SETTINGS format_schema = $P", "SELECT 1 INTERPOLATE (x AS $F($P))", "SELECT $F($P) UNION ALL SELECT $F($P)", "WITH RECURSIVE t AS (SELECT $F($P) AS x UNION ALL SELECT $F(x) FROM t WHERE 0) SELECT * FROM t", "SELECT initializeAggregation('$F', $P)",
    "SELECT arrayReduceInRanges('$F', [(1, 1)], [$P])", "SELECT evalMLMethod($F, $P)", "SELECT finalizeAggregation($FState($P))", "CREATE FUNCTION g AS x -> $F(x)", "CREATE VIEW ruaflow_v1.g AS SELECT $F($P)", "INSERT INTO FUNCTION $F($P) SELECT 1",
    "INSERT INTO FUNCTION $F($W, 'LineAsString', 'a String') SELECT 'written'", "SELECT 1 INTO OUTFILE $W", "SELECT * FROM records AS $F($P)", "SELECT arrayMap($F.$F, [$P])", "SELECT $F /**/ ( /**/ $P )", "SELECT\n$F\n(\n$P\n)", "select $F(p) from (select $P as p)",
]  # fmt: skip

#: Without a function: other databases, the engine's tables, files as tables, statements.
STATEMENTS = [
    "SELECT * FROM ruaflow.records", "SELECT * FROM `ruaflow`.`reports`", "SELECT * FROM system.users", "SELECT * FROM system.processes", "SELECT * FROM system.query_log", "SELECT * FROM system.grants", "SELECT * FROM default.`$P`",
    "SELECT * FROM `$P`", "SELECT * FROM '$P'", "SELECT * FROM `file:$P`", "SELECT * FROM information_schema.schemata WHERE 0", "SET ROLE writer", "SET ROLE ALL", "SET ROLE DEFAULT; SELECT 1", "GRANT ALL ON *.* TO default", "SYSTEM SHUTDOWN", "SYSTEM RELOAD CONFIG",
    "ALTER TABLE ruaflow.records DELETE WHERE 1", "DROP TABLE ruaflow.records", "TRUNCATE TABLE ruaflow.reports", "RENAME TABLE ruaflow.records TO ruaflow.x", "EXCHANGE TABLES ruaflow.records AND ruaflow.reports", "ATTACH TABLE x FROM $W (a String) ENGINE = File(TSV)",
    "BACKUP DATABASE ruaflow TO File($W)", "CREATE TABLE ruaflow_v1.t (a String) ENGINE = File(TSV, $W)", "CREATE DICTIONARY ruaflow_v1.d (a String) PRIMARY KEY a SOURCE(FILE(path $P format 'TSV')) LIFETIME(0) LAYOUT(FLAT())", "KILL QUERY WHERE 1", "USE system",
    "WITH records AS (SELECT * FROM ruaflow.records) SELECT * FROM records", "SELECT (SELECT count() FROM ruaflow.records)", "SELECT 1 IN ruaflow.records", "EXPLAIN TABLE OVERRIDE mysql('a', 'b', 'c', 'd', 'e')", "SHOW CREATE TABLE ruaflow.records", "SHOW GRANTS", "SHOW PROCESSLIST", "CHECK TABLE ruaflow.records",
]  # fmt: skip


class Listener(threading.Thread):
    """Counts who connects."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(50)
        self.port = self.socket.getsockname()[1]
        self.connections = 0
        self.start()

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            self.connections += 1
            connection.close()


def sql_door(checks, options):
    """No file is read, no server reached, nothing written, no base table seen, whatever a query says."""
    domains = domain_names(2, "door")
    generator = Generator(options.seed + 12, domains)
    reports = [generator.report(records=2) for _ in range(5)]
    secret = f"canary-{options.seed}-{os.urandom(8).hex()}"
    listener, draw = Listener(), random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="sql-door-") as folder, running_service(options, domains) as service:
        path = Path(folder) / "secret.txt"
        path.write_text(f"{secret}\n")
        for index, report in enumerate(reports):
            service.client.request("POST", f"/api/v1/reports?name={index}.xml", to_xml(report), {"content-type": "application/octet-stream"})
        wait_for_reports(checks, service, len(reports))
        door = Door(service.sql_port, secret)
        names = door.names()
        checks.true(f"{len(names)} functions are known", len(names) > 1500)
        asked = [(position, name) for position in POSITIONS for name in names]
        draw.shuffle(asked)
        # The functions that are known to reach out, in every position, whatever else is drawn.
        asked = [(position, name) for position in POSITIONS for name in ("file", "url", "FILE", "hasColumnInTable", "joinGet", "dictGet", "remote", "executable")] + asked[: options.queries]
        asked += [(statement, "file") for statement in STATEMENTS]
        for done, (position, name) in enumerate(asked):
            if done % 5000 == 4999:
                checks.say(f"{done + 1} of {len(asked)} queries, {door.answered} of them answered with rows")
            query = fill(position, name, path, listener.port)
            leak = door.ask(query, {"param_path": str(path), "param_name": name})
            checks.true(f"{query!r} shows {leak}", leak is None)
        checks.true("answers with rows: the door must not refuse everything", door.answered > 0)
        checks.equal("connections to the listener", listener.connections, 0)
        checks.equal("files beside the secret", sorted(os.listdir(folder)), ["secret.txt"])
        wait_for_reports(checks, service, len(reports) + int(checks.is_twin))
        honest = door.send("SELECT count() FROM records WHERE counted")
        checks.equal("records in SQL afterwards", honest[1].strip(), str(2 * len(reports)))
        checks.figures["queries"] = len(asked)
        checks.figures["answered with rows"] = door.answered


def fill(position, name, path, port):
    values = {"$F": name, "'$P'": f"'{path}'", "`$P`": f"`{path}`", "$P": f"'{path}'", "$U": f"'http://127.0.0.1:{port}/x'", "$W": f"'{path.parent}/written'"}
    for mark, value in values.items():
        position = position.replace(mark, value)
    return position


class Door:
    """The read-only SQL port, as any HTTP client sees it."""

    def __init__(self, port, secret):
        self.port = port
        self.traces = [secret, base64.b64encode(secret.encode()).decode().rstrip("="), secret.encode().hex(), secret[::-1], secret.upper()]
        self.answered = 0

    def names(self):
        _, functions = self.send("SELECT name FROM system.functions FORMAT TSV")
        return sorted({*functions.split(), "file", "url", "s3", "remote", "executable", "mysql", "postgresql", "sqlite", "merge", "numbers", "view", "viewIfPermitted", "cluster", "fileCluster", "hdfs", "icebergLocal", "loop", "input", "null", "values", "format", "dictionary", "generateRandom", "zeros", "mongodb", "redis", "azureBlobStorage", "deltaLakeLocal", "mergeTreeIndex", "mergeTreeProjection", "primes", "fuzzJSON", "timeSeriesData"})  # fmt: skip

    def ask(self, query, parameters):
        """@returns what the answer gives away, or None"""
        status, text = self.send(query, parameters)
        if status == 200:
            self.answered += 1
        for trace in self.traces:
            if trace in text:
                return "the secret"
        is_of_tables = "ruaflow.re" in query and "EXISTS" not in query
        return f"a base table: {text[:80]!r}" if status == 200 and is_of_tables and text.strip() not in ("", "0") and "view" not in query else None

    def send(self, query, parameters=None):
        target = "/?database=ruaflow_v1" + "".join(f"&{name}={value}" for name, value in (parameters or {}).items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("POST", target, query.encode(), {"x-clickhouse-key": SQL_KEY})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            connection.close()
