import { access, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FilledSqlPort, openFilledSqlPort } from "../../testing/filled-sql-port.ts";

let port: FilledSqlPort;
let canary: string;
beforeAll(async () => {
  port = await openFilledSqlPort();
  canary = join(port.folder.path, "canary");
  await writeFile(canary, "root:\n");
});
afterAll(() => port.close());

const statements = "does not allow any statement but";
const readonly = "READONLY";
const bypasses: readonly (readonly [query: string, reason: string, parameters?: Record<string, string>])[] = [
  // Writing, and all other statements that are not queries.
  ["INSERT INTO records SELECT * FROM records", statements],
  ["insert/**/into ruaflow.records select * from ruaflow.records", statements],
  ["DROP TABLE records", statements],
  ["TRUNCATE TABLE reports", statements],
  ["ALTER TABLE records DELETE WHERE 1", statements],
  ["CREATE VIEW ruaflow.leak AS SELECT * FROM system.users", statements],
  ["CREATE FUNCTION leak AS (x) -> file(x)", statements],
  ["CREATE TEMPORARY TABLE leak (a UInt8)", statements],
  ["SET readonly = 0", statements],
  ["SYSTEM FLUSH LOGS", statements],
  ["SYSTEM SHUTDOWN", statements],
  ["KILL QUERY WHERE 1", statements],
  ["USE default", statements],
  ["BACKUP TABLE records TO File('/tmp/leak')", statements],
  ["CHECK TABLE records", statements],
  ["SHOW GRANTS", statements],
  ["SELECT 1 PARALLEL WITH SELECT 2", statements],
  // More than one statement.
  ["SELECT 1; SELECT 2", "Multi-statements are not allowed"],
  ["SELECT 1;\n-- harmless\nDROP TABLE records", "Multi-statements are not allowed"],
  ["SELECT '\\';' ; SELECT 2 --'", "Multi-statements are not allowed"],
  ["SELECT $a$;$a$; SELECT 1", "Multi-statements are not allowed"],
  // Files that the engine writes.
  ["SELECT 1 INTO OUTFILE '{folder}/leak'", "INTO OUTFILE"],
  ["SELECT 1 into/**/OutFile '{folder}/leak' TRUNCATE FORMAT CSV", "INTO OUTFILE"],
  ["EXPLAIN AST SELECT 1 INTO OUTFILE '{folder}/leak'", "INTO OUTFILE"],
  // Functions that read files, servers, dictionaries, or stop the thread.
  ["SELECT file('/etc/passwd')", "the function file"],
  ["SELECT FILE /* x */ ('/etc/passwd')", "the function"],
  ["SELECT `file`('/etc/passwd')", "the function file"],
  ["SELECT \"file\"('/etc/passwd')", "the function file"],
  ["SELECT `f\\x69le`('/etc/passwd')", "the function file"],
  ["SELECT -- x\nfile--('x')\n('/etc/passwd')", "the function"],
  ["SELECT format('{}', file('/etc/passwd'))", "the function file"],
  ["SELECT arrayMap(x -> file(x), ['/etc/passwd'])", "the function file"],
  ["WITH (x -> file(x)) AS f SELECT f('/etc/passwd')", "the function file"],
  ["WITH (SELECT file('/etc/passwd')) AS x SELECT x", "the function file"],
  ["SELECT '/etc/passwd' AS x, x.* APPLY(file)", "APPLY"],
  ["SELECT * APPLY file FROM (SELECT '/etc/passwd')", "APPLY"],
  ["SELECT COLUMNS('report_id') APPLY(file) FROM records", "APPLY"],
  ["SELECT * REPLACE(file('/etc/passwd') AS report_id) FROM records", "the function file"],
  ["SELECT 1 FROM records ORDER BY file('/etc/passwd')", "the function file"],
  ["SELECT 1 FROM records PREWHERE file('/etc/passwd') != ''", "the function file"],
  ["SELECT 1 LIMIT length(file('/etc/passwd'))", "the function file"],
  ["SELECT sum(1) OVER (ORDER BY file('/etc/passwd'))", "the function file"],
  ["SELECT 1 UNION ALL SELECT length(file('/etc/passwd'))", "the function file"],
  ["EXPLAIN SYNTAX SELECT file('/etc/passwd')", "the function file"],
  ["DESCRIBE (SELECT file('/etc/passwd'))", "the function file"],
  ["SELECT dictGet('leak', 'x', 1)", "the function dictGet"],
  ["SELECT dictGetString('leak', 'x', 1)", "the function dictGetString"],
  ["SELECT joinGet('system.users', 'name', 1)", "the function joinGet"],
  ["SELECT hasColumnInTable('127.0.0.1:9000', 'system', 'users', 'name')", "the function hasColumnInTable"],
  ["SELECT catboostEvaluate('/etc/passwd', 1)", "the function catboostEvaluate"],
  ["SELECT aiGenerate('leak', 'x')", "the function aiGenerate"],
  ["SELECT AIGenerate('leak', 'x')", "the function AIGenerate"],
  ["SELECT fullHostName()", "the function fullHostName"],
  ["SELECT getServerSetting('max_connections')", "the function getServerSetting"],
  ["SELECT sleep(3)", "the function sleep"],
  ["SELECT demangle('x'), addressToLine(1)", "the function demangle"],
  // A function that stands as a value.
  ["SELECT arrayMap(file, ['/etc/passwd'])", "the name file"],
  ["SELECT arrayMap(`file`, ['/etc/passwd'])", "the name file"],
  ["SELECT arrayMap(/**/ \"f\\x69le\", ['/etc/passwd'])", "the name file"],
  ["SELECT arrayFilter(file, ['/etc/passwd'])", "the name file"],
  ["SELECT arrayFold(file, ['/etc/passwd'], '')", "the name file"],
  ["SELECT arrayExists(file, ['/etc/passwd'])", "the name file"],
  ["SELECT mapApply(file, map('/etc/passwd', 1))", "the name file"],
  ["SELECT arrayMap({f:Identifier}, ['/etc/passwd'])", "the name file", { param_f: "file" }],
  ["WITH file AS f SELECT arrayMap(f, ['/etc/passwd'])", "the name file"],
  ["SELECT arrayMap(x.file, ['/etc/passwd'])", "the name file"],
  ["SELECT arrayMap(getSetting, ['max_threads'])", "the name getSetting"],
  ["SELECT arrayMap(hostName, [1]) FROM system.one", "UNKNOWN_IDENTIFIER"],
  ["EXPLAIN QUERY TREE SELECT arrayMap(file, ['/etc/passwd'])", "the name file"],
  ["DESCRIBE (SELECT arrayMap(file, ['/etc/passwd']))", "the name file"],
  ["WITH (x -> x) AS file SELECT file('/etc/passwd')", "the function file"],
  // Functions that are named in a text.
  ["SELECT arrayReduce('aggThrow(1)', [1])", "the function aggThrow"],
  ["SELECT arrayReduce('sum' || 'If', [1])", "arrayReduce without a plain text"],
  ["SELECT arrayReduceInRanges(concat('su', 'm'), [(1, 1)], [1])", "arrayReduceInRanges without a plain text"],
  ["SELECT initializeAggregation('aggThrowState(1)', 1)", "the function aggThrowState"],
  ["SELECT finalizeAggregation(CAST('x', 'AggregateFunction(sum, UInt8)'))", "the type AggregateFunction"],
  ["SELECT unhex('00')::AggregateFunction(sum, UInt8)", "the type AggregateFunction"],
  ["SELECT {state:AggregateFunction(sum, UInt8)}", "the type AggregateFunction", { param_state: "x" }],
  // Clauses that the syntax tree does not show.
  ["SHOW TABLES WHERE file('/etc/passwd') != ''", "this form of SHOW"],
  ["SHOW TABLES LIMIT length(file('/etc/passwd'))", "this form of SHOW"],
  ["SHOW TABLES WHERE (SELECT count() FROM system.processes) > 0", "this form of SHOW"],
  ["SELECT 1 AS x ORDER BY x WITH FILL FROM 1 TO length(file('/etc/passwd'))", "the function file"],
  ["SELECT 1 AS x ORDER BY x WITH FILL TO 2 INTERPOLATE (x AS file('/etc/passwd'))", "the function file"],
  ["SELECT sum(1) OVER w WINDOW w AS (ORDER BY file('/etc/passwd'))", "the function file"],
  ["SELECT 1 LIMIT 1 BY file('/etc/passwd')", "the function file"],
  ["SELECT quantilesIf(length(file('/etc/passwd')))(1, 1)", "the function file"],
  // A time zone that is a file, also one that the query puts together.
  ["SELECT toDateTime(0, 'file:/etc/passwd')", "the time zone file:/etc/passwd"],
  ["SELECT toDateTime(0, {zone:String})", "the time zone file:", { param_zone: "file:/etc/passwd" }],
  ["SELECT toDateTime(0, '../../../etc/passwd')", "the time zone ../../../etc/passwd"],
  ["SELECT toDateTime(0, '/etc/passwd')", "the time zone /etc/passwd"],
  ["SELECT toDateTime(0, 'europe/berlin')", "the time zone europe/berlin"],
  ["SELECT toDateTime(0, 'localtime')", "the time zone localtime"],
  ["SELECT toDateTime(0, '')", "the time zone"],
  ["WITH 'UTC' AS zone SELECT now(zone)", "now without a plain text as its time zone"],
  ["SELECT toDateTime(0, concat('fi', 'le:{canary}'))", "toDateTime without a plain text as its time zone"],
  ["SELECT toDateTime(0, ['UTC', 'file:{canary}'][2])", "toDateTime without a plain text"],
  ["SELECT toDateTime(0, if(1, 'UTC', 'x'))", "toDateTime without a plain text"],
  ["SELECT TODATETIME(0, 'UTC' || '')", "TODATETIME without a plain text"],
  ["SELECT toDateTime(0, ['UTC'])", "toDateTime without a plain text"],
  ["SELECT toDateTime(0, (SELECT 'UTC'))", "toDateTime without a plain text"],
  ["SELECT toDateTime(0, CAST('UTC', 'String'))", "toDateTime without a plain text"],
  ["SELECT toDateTime(0, header_from) FROM records", "toDateTime without a plain text"],
  ["SELECT arrayMap(zone -> toDateTime(0, zone), ['UTC'])", "toDateTime without a plain text"],
  ["WITH (zone -> now(zone)) AS f SELECT f('UTC')", "now without a plain text"],
  ["SELECT now64(3, upper('utc'))", "now64 without a plain text"],
  ["SELECT addDays(now(), 1, upper('utc'))", "addDays without a plain text"],
  ["SELECT dateDiff('day', now(), now(), upper('utc'))", "dateDiff without a plain text"],
  ["SELECT toStartOfInterval(now(), INTERVAL 1 DAY, upper('utc'))", "toStartOfInterval without a plain text"],
  ["SELECT makeDateTime(2026, 1, 1, 1, 1, 1, upper('utc'))", "makeDateTime without a plain text"],
  ["SELECT formatDateTime(now(), '%Y', materialize('UTC'))", "formatDateTime without a plain text"],
  ["SELECT now() AT TIME ZONE upper('utc')", "toTimeZone without a plain text"],
  ["SELECT arrayMap(toString, [now()], ['UTC'])", "the name toString as a value of arrayMap"],
  ["WITH toString AS f SELECT arraySort(f, [now()], ['UTC'])", "UNKNOWN_IDENTIFIER"],
  ["SELECT arraySort(toString AS f, [now()], ['UTC'])", "the name toString as a value of arraySort"],
  ["SELECT mapSort(toString, map(now(), 'UTC'))", "the name toString as a value of mapSort"],
  ["SELECT 1 AS x ORDER BY x WITH FILL TO toDateTime(0, upper('utc'))", "toDateTime without a plain text"],
  ["SELECT 1 AS x, 2 AS y ORDER BY x WITH FILL INTERPOLATE (y AS now(upper('utc')))", "now without a plain text"],
  ["SELECT sum(1) OVER w WINDOW w AS (ORDER BY now(upper('utc')))", "now without a plain text"],
  ["SELECT 1 LIMIT toYear(now(), upper('utc'))", "toYear without a plain text"],
  ["EXPLAIN SELECT now(upper('utc'))", "now without a plain text"],
  ["DESCRIBE (SELECT now(upper('utc')))", "now without a plain text"],
  ["SELECT 1 SETTINGS session_timezone = 'file:{canary}'", "SETTINGS"],
  ["SELECT 1 FORMAT JSON SETTINGS session_timezone = 'file:{canary}'", "SETTINGS"],
  ["EXPLAIN SELECT 1 SETTINGS session_timezone = 'file:{canary}'", "SETTINGS"],
  ["SELECT 1", readonly, { session_timezone: "file:{canary}" }],
  // Types with such a time zone, and types that the query puts together.
  ["SELECT CAST(0, 'DateTime(\\'file:{canary}\\')')", "the time zone file:"],
  ["SELECT 0::DateTime('file:{canary}')", "the time zone file:"],
  ["SELECT CAST(0 AS DateTime64(3, 'file:{canary}'))", "the time zone file:"],
  ["SELECT CAST(0, 'DateTime(\\'\\\\x66ile:{canary}\\')')", "the time zone \\x66ile:"],
  ["SELECT CAST(0, 'DateTime/**/(\\'UTC\\')')", "the type DateTime/**/"],
  ["SELECT CAST(0, '`Date\\\\x54ime`(\\'UTC\\')')", "the type `Date"],
  ["SELECT CAST(0, '`DateTime`(\\'file:{canary}\\')')", "the time zone file:"],
  ["SELECT '[]'::Array(Tuple(`a b` Nullable(DateTime('file:{canary}'))))", "the time zone file:"],
  ["SELECT '{}'::JSON(a DateTime('file:{canary}'))", "the time zone file:"],
  ["SELECT '{}'::JSON(SKIP REGEXP 'a', b Array(DateTime('file:{canary}')))", "the time zone file:"],
  ["SELECT 1::Variant(UInt8, DateTime('file:{canary}'))", "the time zone file:"],
  ["SELECT dynamicElement(1::Dynamic, 'DateTime(\\'file:{canary}\\')')", "the time zone file:"],
  ["SELECT variantElement(1::Variant(UInt8, String), 'DateTime(\\'file:{canary}\\')')", "the time zone file:"],
  ["SELECT JSONExtract('{}', 'a', 'DateTime(\\'file:{canary}\\')')", "the time zone file:"],
  ["SELECT JSONExtract('{}', 'a', concat('DateTime(', '\\'UTC\\')'))", "JSONExtract without a plain text as its type"],
  ["SELECT JSONExtractKeysAndValues('{}', upper('uint8'))", "JSONExtractKeysAndValues without a plain text"],
  [
    "SELECT accurateCastOrNull(0, concat('Date', 'Time(\\'file:{canary}\\')'))",
    "accurateCastOrNull without a plain text",
  ],
  ["SELECT reinterpret(0, ['UInt8'][1])", "reinterpret without a plain text as its type"],
  ["SELECT defaultValueOfTypeName(concat('UInt', '8'))", "defaultValueOfTypeName without a plain text"],
  ["SELECT getSubcolumn(1::Dynamic, concat('UInt', '8'))", "getSubcolumn without a plain text"],
  ["SELECT CAST(unhex('00'), concat('AggregateF', 'unction(sum, UInt8)'))", "CAST without a plain text as its type"],
  ["SELECT CAST(unhex('00'), ['UInt8'][1])", "CAST without a plain text as its type"],
  ["SELECT CAST(unhex('00'), '`Aggregat\\\\x65Function`(sum, UInt8)')", "the type `Aggregat"],
  ["SELECT _CAST(unhex('00'), upper('uint8'))", "_CAST without a plain text as its type"],
  ["SELECT {x:DateTime('file:{canary}')}", "the time zone file:", { param_x: "0" }],
  ["SELECT {x:Tuple(Enum('}' = 1), DateTime('file:{canary}'))}", "the time zone file:", { param_x: "0" }],
  ["SELECT {x:Tuple(Enum('{' = 1), DateTime('file:{canary}'))}", "the time zone file:", { param_x: "0" }],
  ["SELECT {x:Tuple(`}` DateTime('file:{canary}'))}", "the time zone file:", { param_x: "0" }],
  ["SELECT {x:Tuple(`a{` DateTime('file:{canary}'))}", "the time zone file:", { param_x: "0" }],
  // Formats and converters, which the engine would load.
  ["SELECT formatRow('Template', 1)", "the function formatRow"],
  ["SELECT groupFormat('CSV')(1)", "the function groupFormat"],
  ["SELECT arrayReduce('groupFormat(\\'CSV\\')', [1])", "the function groupFormat"],
  ["SELECT convertCharset('a', '../../x', 'utf-8')", "the function convertCharset"],
  // Functions whose one call takes minutes, for the engine looks at the time between blocks only.
  ["SELECT arrayLevenshteinDistance(range(1000000), range(1000000))", "arrayLevenshteinDistance, which takes minutes"],
  ["SELECT arraySimilarity(range(50000), range(50000), [], [])", "the function arraySimilarity"],
  ["SELECT multiMatchAny('a', arrayMap(x -> concat('a', toString(x)), range(20000)))", "the function multiMatchAny"],
  ["SELECT multiFuzzyMatchAny('a', 2, ['b'])", "the function multiFuzzyMatchAny"],
  ["SELECT polygonsUnionCartesian([[[(0., 0.)]]], [[[(0., 0.)]]])", "the function polygonsUnionCartesian"],
  ["SELECT seriesDecomposeSTL(range(1000000), 5000)", "the function seriesDecomposeSTL"],
  ["SELECT arrayMap(sparseGrams, ['a'])", "the name sparseGrams"],
  ["SELECT length(range(20000000))", "ARGUMENT_OUT_OF_BOUND"],
  // A text that begins with file:, whatever it is for.
  ["SELECT 'file:/etc/passwd'", "a text that begins with file:"],
  // Names that no one has looked at.
  ["SELECT functionOfALaterRelease(1)", "the function functionOfALaterRelease, which is not known to be harmless"],
  ["SELECT sumOfALaterReleaseIf(1)", "the function sumOfALaterReleaseIf"],
  ["SELECT flameGraphIf(1, 1)", "the function flameGraphIf"],
  // Tables behind the views.
  ["SELECT count() FROM ruaflow.records", "the table ruaflow.records"],
  ["SELECT 1 IN ruaflow.deleted_domains", "the name ruaflow.deleted_domains"],
  ["DESCRIBE ruaflow.records", "the table ruaflow.records"],
  ["SHOW TABLES FROM ruaflow", "the name ruaflow"],
  ["SELECT count() FROM records", "the database ruaflow", { database: "ruaflow" }],
  // Table functions.
  ["SELECT * FROM file('/etc/passwd', LineAsString)", "the table function file"],
  ["SELECT * FROM/**/file/**/(`/etc/passwd`, 'LineAsString')", "the table function file"],
  ["SELECT * FROM `\\x66ile`('/etc/passwd', LineAsString)", "the table function file"],
  ["FROM url('http://127.0.0.1/', LineAsString) SELECT *", "the table function url"],
  ["SELECT * FROM UrL('http://127.0.0.1/')", "the table function"],
  ["SELECT * FROM s3('http://127.0.0.1/a', 'CSV')", "the table function s3"],
  ["SELECT * FROM remote('127.0.0.1', system.users)", "the table function remote"],
  ["SELECT * FROM executable('id', TSV, 'a String')", "the table function executable"],
  ["SELECT * FROM mysql('127.0.0.1:3306', 'a', 'b', 'c', 'd')", "the table function mysql"],
  ["SELECT * FROM postgresql('127.0.0.1:5432', 'a', 'b', 'c', 'd')", "the table function postgresql"],
  ["SELECT * FROM sqlite('/tmp/a', 'b')", "the table function sqlite"],
  ["SELECT * FROM merge('system', '.*')", "the table function merge"],
  ["SELECT * FROM view(SELECT 1)", "the table function view"],
  ["SELECT * FROM format(LineAsString, 'x')", "the table function format"],
  ["SELECT * FROM numbers(3)", "the table function numbers"],
  ["SELECT * FROM icebergLocal('/etc')", "the table function icebergLocal"],
  [
    "SELECT * FROM records, (SELECT * FROM generateRandom('a UInt8') LIMIT 1) AS x",
    "the table function generateRandom",
  ],
  ["SELECT 1 IN (SELECT * FROM url('http://127.0.0.1/'))", "the table function url"],
  ["SELECT 1 IN url('http://127.0.0.1/')", "the function url"],
  ["WITH x AS (SELECT * FROM file('/etc/passwd')) SELECT * FROM x", "the table function file"],
  ["EXPLAIN SELECT * FROM url('http://127.0.0.1/')", "the table function url"],
  ["EXPLAIN TABLE OVERRIDE mysql('a', 'b', 'c', 'd', 'e') PARTITION BY x", "this form of SHOW or EXPLAIN"],
  ["DESCRIBE TABLE url('http://127.0.0.1/')", "the table function url"],
  // Tables of the engine, and files in place of tables.
  ["SELECT * FROM system.users", "the table system.users"],
  ['SELECT * FROM `system`."users"', "the table system.users"],
  ["SELECT * FROM system /**/ . /**/ processes", "the table system.processes"],
  ["SELECT * FROM `syst\\x65m`.processes", "the table system.processes"],
  ["SELECT (SELECT count() FROM system.query_log)", "the table system.query_log"],
  ["SELECT EXISTS(SELECT * FROM system.users)", "the table system.users"],
  ["SELECT 1 IN system.numbers", "the name system.numbers"],
  ["SELECT * FROM system.`users\nx`", "the table system.users"],
  ["SELECT * FROM default.`/etc/passwd`", "the table default./etc/passwd"],
  ["SELECT * FROM `default`.`/etc/passwd` AS records", "the table default./etc/passwd"],
  ["SELECT 'root' IN default.`/etc/passwd`", "the name default./etc/passwd"],
  ["SELECT * FROM `/etc/passwd`", "UNKNOWN_TABLE"],
  ["SELECT * FROM ruaflow.`/etc/passwd`", "the table ruaflow./etc/passwd"],
  ["SELECT * FROM ruaflow_v1.`/etc/passwd`", "UNKNOWN_TABLE"],
  ["SELECT * FROM INFORMATION_SCHEMA.TABLES", "the table INFORMATION_SCHEMA.TABLES"],
  ["SHOW TABLES FROM system", "the name system"],
  ["SHOW CREATE TABLE system.users", "the name system"],
  ["SELECT * FROM {t:Identifier}", "the table system.users", { param_t: "system.users" }],
  ["SELECT * FROM {d:Identifier}.users", "the table system.users", { param_d: "system" }],
  ["SELECT * FROM {d:Identifier}.{t:Identifier}", "the table", { param_d: "default", param_t: "/etc/passwd" }],
  ["SELECT * FROM users", "the database system", { database: "system" }],
  ["SELECT * FROM `/etc/passwd`", "the database default", { database: "default" }],
  // Limits and settings.
  ["SELECT 1 SETTINGS max_result_rows = 5", "SETTINGS"],
  ["SELECT 1 SETTINGS max_result_rows = 0", "SETTINGS"],
  ["SELECT 1 SETTINGS readonly = 0", "SETTINGS"],
  ["SELECT 1 FORMAT Template SETTINGS format_template_row = '/etc/passwd'", "SETTINGS"],
  ["SELECT 1 FORMAT Protobuf SETTINGS output_format_schema = '/tmp/leak'", "SETTINGS"],
  ["SELECT * FROM (SELECT 1 SETTINGS max_memory_usage = 0)", "SETTINGS"],
  ["SELECT (SELECT 1 SETTINGS max_execution_time = 0)", "SETTINGS"],
  ["WITH x AS (SELECT 1 SETTINGS readonly = 0) SELECT * FROM x", "SETTINGS"],
  ["EXPLAIN SELECT 1 IN (SELECT 1 SETTINGS max_threads = 64)", "SETTINGS"],
  ["SELECT 1", readonly, { output_format_schema: "/tmp/leak" }],
  ["SELECT 1", readonly, { allow_introspection_functions: "1" }],
  ["SELECT 1", "not a valid setting name", { "max_threads = 1, readonly": "0" }],
  ["SELECT 1", "not a valid setting name", { "param_x = 1, max_threads": "0" }],
  ["SELECT 1", "not a valid format name", { default_format: "CSV' INTO" }],
];

describe("refused queries", () => {
  for (const [query, reason, parameters] of bypasses) {
    it(`${query} ${parameters ? JSON.stringify(parameters) : ""}`, async () => {
      // Linux notes the first read after this.
      await utimes(canary, new Date(0), new Date());
      const named = Object.entries(parameters ?? {}).map(([name, value]) => [name, value.replace("{canary}", canary)]);
      const asked = query.replace("{folder}", port.folder.path).replace("{canary}", canary);
      const { status, text } = await port.ask(asked, Object.fromEntries(named));
      expect(text).toContain(reason);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain("root:");
      await expect(access(join(port.folder.path, "leak"))).rejects.toThrow("ENOENT");
      expect((await stat(canary)).atimeMs).toBe(0);
    });
  }

  it("are refused also in the URL, and split between URL and body", async () => {
    const query = "SELECT file('/etc/passwd')";
    const response = await fetch(
      `${port.url}/?password=${encodeURIComponent(port.key)}&query=${encodeURIComponent(query)}`,
    );
    expect(await response.text()).toContain("the function file");
    expect((await port.ask("('/etc/passwd')", { query: "SELECT file" })).text).toContain("the function file");
  });

  it("have changed no data", async () => {
    expect((await port.ask("SELECT count() FROM records")).text).toBe("2\n");
    expect((await port.ask("SHOW TABLES")).text).toBe(
      "attention\ndaily\ndkim_results\ndomains\nfailures\nrecords\nreports\nsources\nspf_results\n",
    );
  });
});
