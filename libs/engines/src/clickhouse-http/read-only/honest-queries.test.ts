import { afterAll, beforeAll, expect, it } from "vitest";
import { type FilledSqlPort, openFilledSqlPort } from "../../testing/filled-sql-port.ts";

let port: FilledSqlPort;
beforeAll(async () => {
  port = await openFilledSqlPort();
});
afterAll(() => port.close());

/** What analysts, boards and drivers ask: a list of what is allowed must not refuse any of it. */
const queries = `
SELECT 1
SELECT 1 + 1 AS two, 7 / 2, 7 % 2, intDiv(7, 2), -3, abs(-3), round(2.567, 1), floor(2.5), ceil(2.5), sqrt(2), pow(2, 3)
SELECT 'it''s', 'a\\nb', "x" FROM (SELECT 1 AS x)
SELECT * FROM records
SELECT r.* FROM records AS r
SELECT * EXCEPT (org_name) FROM reports
SELECT * REPLACE (messages + 1 AS messages) FROM records
SELECT COLUMNS('^policy_') FROM reports
SELECT COLUMNS(report_id, day) FROM reports
SELECT r.COLUMNS('id$') FROM records AS r
SELECT DISTINCT header_from FROM records
SELECT DISTINCT ON (header_from) header_from, messages FROM records ORDER BY header_from, messages
SELECT count(), count(*), count(DISTINCT header_from), sum(r.messages) FROM records AS r
SELECT header_from, sum(r.messages) AS total FROM records AS r WHERE counted GROUP BY header_from ORDER BY total DESC LIMIT 10
SELECT header_from, sum(r.messages) FROM records AS r GROUP BY header_from HAVING sum(r.messages) > 0
SELECT header_from, sum(r.messages) FROM records AS r GROUP BY ROLLUP (header_from)
SELECT header_from, day, count() FROM records GROUP BY CUBE (header_from, day)
SELECT header_from, count() FROM records GROUP BY header_from WITH TOTALS
SELECT header_from, day, count(), grouping(header_from) FROM records GROUP BY GROUPING SETS ((header_from), (day))
SELECT header_from, day, count() FROM records GROUP BY ALL
SELECT day, count() FROM records GROUP BY 1 ORDER BY 1
SELECT day, count() AS reports FROM reports GROUP BY day ORDER BY day WITH FILL FROM toDate('2026-02-01') TO toDate('2026-02-10')
SELECT day, count() AS c, sum(c) OVER (ORDER BY day) FROM reports GROUP BY day ORDER BY day WITH FILL STEP 1 INTERPOLATE (c AS c + 1)
SELECT header_from, r.messages FROM records AS r ORDER BY r.messages DESC LIMIT 1 BY header_from
SELECT header_from FROM records ORDER BY header_from LIMIT 1 OFFSET 1
SELECT header_from FROM records ORDER BY header_from LIMIT 1 WITH TIES
SELECT TOP 1 header_from FROM records
SELECT header_from FROM records ORDER BY header_from NULLS FIRST COLLATE 'en'
SELECT row_number() OVER (PARTITION BY day ORDER BY ordinal) FROM records
SELECT rank() OVER w, dense_rank() OVER w, ntile(2) OVER w FROM records WINDOW w AS (PARTITION BY day ORDER BY ordinal)
SELECT sum(r.messages) OVER (ORDER BY ordinal ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM records AS r
SELECT avg(r.messages) OVER (ORDER BY ordinal RANGE BETWEEN 6 PRECEDING AND 0 FOLLOWING) FROM records AS r
SELECT lag(r.messages) OVER (ORDER BY ordinal), lead(r.messages, 1, 0) OVER (ORDER BY ordinal) FROM records AS r
SELECT lagInFrame(r.messages) OVER (ORDER BY ordinal), first_value(ordinal) OVER (), nth_value(ordinal, 2) OVER () FROM records AS r
SELECT percent_rank() OVER (ORDER BY ordinal), cume_dist() OVER (ORDER BY ordinal) FROM records
SELECT ordinal FROM records QUALIFY row_number() OVER (PARTITION BY report_id ORDER BY ordinal) = 1
WITH totals AS (SELECT header_from, sum(r.messages) AS total FROM records AS r GROUP BY header_from) SELECT * FROM totals
WITH 10 AS least_messages SELECT count() FROM records AS r WHERE r.messages < least_messages
WITH (SELECT max(day) FROM reports) AS last SELECT count() FROM reports WHERE day = last
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT * FROM a, b
WITH RECURSIVE days AS (SELECT toDate('2026-01-01') AS d UNION ALL SELECT d + 1 FROM days WHERE d < '2026-01-05') SELECT d FROM days
WITH (x -> x * 2) AS twice SELECT twice(ordinal) FROM records
WITH toStartOfMonth(day) AS month SELECT month, count() FROM reports GROUP BY month
SELECT (SELECT count() FROM reports) AS reports, (SELECT count() FROM records) AS records
SELECT * FROM (SELECT day, count() AS c FROM reports GROUP BY day) WHERE c > 0
SELECT count() FROM records WHERE report_id IN (SELECT report_id FROM reports WHERE day >= '2026-01-01')
SELECT count() FROM records WHERE (report_id, day) IN (SELECT report_id, day FROM reports)
SELECT count() FROM records WHERE header_from IN ('example.com', 'example.org')
SELECT count() FROM records WHERE header_from NOT IN ('example.com')
SELECT count() FROM records WHERE header_from = ANY (SELECT policy_domain FROM reports)
SELECT count() FROM reports WHERE EXISTS (SELECT 1 FROM records)
SELECT r.report_id, count() FROM records AS r JOIN reports AS p ON p.report_id = r.report_id GROUP BY r.report_id
SELECT count() FROM records INNER JOIN reports USING (report_id)
SELECT count() FROM records AS r LEFT JOIN sources AS s ON s.source_ip = r.source_ip AND s.day = r.day
SELECT count() FROM reports AS p LEFT ANTI JOIN records AS r ON r.report_id = p.report_id
SELECT count() FROM reports AS p SEMI LEFT JOIN records AS r ON r.report_id = p.report_id
SELECT count() FROM records AS a FULL OUTER JOIN records AS b ON a.ordinal = b.ordinal
SELECT count() FROM reports AS a CROSS JOIN reports AS b
SELECT count() FROM reports AS a, reports AS b WHERE a.day = b.day
SELECT count() FROM records AS a ASOF JOIN records AS b ON a.report_id = b.report_id AND a.ordinal >= b.ordinal
SELECT 1 UNION ALL SELECT 2
SELECT 1 UNION DISTINCT SELECT 1
SELECT header_from FROM records INTERSECT SELECT policy_domain FROM reports
SELECT header_from FROM records EXCEPT SELECT 'example.org'
SELECT arrayJoin([1, 2, 3]) AS n
SELECT n, word FROM (SELECT [1, 2] AS ns, ['a', 'b'] AS words) ARRAY JOIN ns AS n, words AS word
SELECT code, path FROM reports LEFT ARRAY JOIN warning_codes AS code, warning_paths AS path
SELECT arrayMap(x -> x + 1, [1, 2]), arrayFilter((x, i) -> i > 1, [1, 2], [1, 2]), arraySum([1, 2]), arrayCount(x -> x = 1, [1])
SELECT arrayMap(upper, ['a']), arrayMap(length, ['a']), arrayFilter(notEmpty, ['', 'a'])
SELECT arrayExists(x -> x LIKE '%a%', ['a']), arrayAll(x -> x > 0, [1]), arrayFirst(x -> x > 1, [1, 2]), arrayFold((a, x) -> a + x, [1, 2], toInt64(0))
SELECT arraySort(x -> -x, [1, 2]), arrayReverse([1, 2]), arrayDistinct([1, 1]), arrayConcat([1], [2]), arraySlice([1, 2, 3], 2), arrayZip([1], ['a'])
SELECT arrayReduce('sum', [1, 2]), arrayReduce('quantile(0.5)', [1, 2]), arrayReduce('uniqExactIf', [1, 2], [1, 0])
SELECT [1, 2][1], (1, 'a').2, tuple(1, 'a').1, map('a', 1)['a'], range(3), has([1], 1), indexOf([1, 2], 2), hasAny([1], [1, 2])
SELECT groupArray(header_from), groupUniqArray(header_from), arrayStringConcat(groupArray(header_from), ', ') FROM records
SELECT groupConcat(', ')(header_from) FROM records
SELECT countIf(dmarc_pass), sumIf(r.messages, dkim_result = 'pass'), avgIf(r.messages, 1), uniqExactIf(source_ip, dmarc_pass) FROM (SELECT *, 'pass' AS dkim_result FROM records) AS r
SELECT count() FILTER (WHERE dmarc_pass), sum(r.messages) FILTER (WHERE NOT dmarc_pass) FROM records AS r
SELECT uniq(source_ip), uniqExact(source_ip), uniqCombined(source_ip), uniqHLL12(source_ip) FROM records
SELECT quantile(0.95)(r.messages), quantiles(0.5, 0.9)(r.messages), median(r.messages), quantileExact(0.5)(r.messages), quantileTDigest(0.5)(r.messages) FROM records AS r
SELECT min(day), max(day), any(org_name), anyLast(org_name), argMax(org_name, day), argMin(org_name, day) FROM reports
SELECT stddevPop(r.messages), varSamp(r.messages), corr(r.messages, ordinal), skewPop(ordinal) FROM records AS r
SELECT topK(3)(header_from), topKWeighted(3)(header_from, r.messages), approx_top_k(3)(header_from) FROM records AS r
SELECT sumMap(m) FROM (SELECT map(header_from, r.messages) AS m FROM records AS r)
SELECT uniqMerge(s) FROM (SELECT uniqState(source_ip) AS s FROM records)
SELECT finalizeAggregation(sumState(r.messages)), sumMerge(sumState(r.messages)) OVER () FROM (SELECT 1 AS messages) AS r GROUP BY r.messages
SELECT sumForEach([1, 2]), countDistinct(header_from), sumOrNull(ordinal), avgOrDefault(ordinal), anyHeavy(header_from) FROM records
SELECT histogram(3)(ordinal), windowFunnel(10)(date_range_begin, dmarc_pass, NOT dmarc_pass), retention(1, 0) FROM records GROUP BY report_id
SELECT simpleLinearRegression(ordinal, r.messages), entropy(header_from), deltaSum(ordinal), sparkbar(3)(ordinal, r.messages) FROM records AS r
SELECT toDate('2026-01-01'), toDateTime('2026-01-01 00:00:00', 'Europe/Berlin'), toDateTime64('2026-01-01 00:00:00.5', 3, 'UTC')
SELECT now(), now('UTC'), now64(3), today(), yesterday(), toDate(now()), current_timestamp, currentDatabase()
SELECT toStartOfDay(date_range_begin), toStartOfHour(date_range_begin), toStartOfWeek(day), toMonday(day), toStartOfQuarter(day), toStartOfYear(day) FROM reports
SELECT toStartOfInterval(date_range_begin, INTERVAL 6 HOUR), toYYYYMM(day), toYear(day), toMonth(day), toDayOfWeek(day), toISOWeek(day) FROM reports
SELECT day + INTERVAL 1 DAY, day - 7, day - INTERVAL '1' MONTH, addDays(day, 1), subtractWeeks(day, 1), dateDiff('day', day, today()) FROM reports
SELECT date_trunc('month', day), dateTrunc('week', day), formatDateTime(day, '%Y-%m'), monthName(day), dateName('weekday', day) FROM reports
SELECT EXTRACT(YEAR FROM day), DATE_ADD(DAY, 1, day), DATE_SUB(DAY, 1, day), TIMESTAMP '2026-01-01 00:00:00', DATE '2026-01-01' FROM reports
SELECT toTimeZone(date_range_begin, 'America/New_York'), timeZone(), toUnixTimestamp(date_range_begin), fromUnixTimestamp(0) FROM reports
SELECT toStartOfHour(date_range_begin, 'Asia/Kolkata'), toDate(date_range_begin, 'Etc/GMT+5'), formatDateTime(date_range_begin, '%H', 'UTC'), toYear(day) AS year, year + 1 FROM reports
SELECT now('Europe/Berlin') > toDateTime64('2026-01-01', 3, 'Europe/Berlin'), now64(3, 'UTC') > 0, addDays(now(), 1, 'UTC'), dateDiff('hour', now(), now(), 'Asia/Tokyo'), now() AT TIME ZONE 'UTC'
SELECT toWeek(day, 3), toWeek(day, 3, 'UTC'), toStartOfWeek(day, 1), toStartOfInterval(date_range_begin, INTERVAL 6 HOUR, 'UTC'), toYearWeek(day, NULL) FROM reports
SELECT dateDiff('day', date, day), toString(day), arrayMap(toString, [1, 2]), arrayMap(toDate, ['2026-01-01']) FROM (SELECT day, day - 1 AS date FROM reports)
SELECT time_zone FROM system.time_zones WHERE time_zone LIKE 'Europe/%' ORDER BY time_zone LIMIT 3
SELECT '2026-01-01'::DateTime('Europe/Berlin'), CAST(0 AS DateTime64(3, 'UTC')), CAST('[1]', 'Array(Nullable(Decimal(10, 2)))'), CAST((1, 'a') AS Tuple(a UInt8, \`b c\` String)), reinterpret(1, 'UInt64')
SELECT CAST('it''s' AS Enum8('it''s' = -1, 'b' = 2)), CAST(1, 'Nullable(UInt8)'), CAST('a', 'LowCardinality(String)'), '{"a":1}'::JSON(a UInt8, SKIP b, SKIP REGEXP 'c.*', max_dynamic_paths = 4), CAST('1.5' AS DOUBLE PRECISION)
SELECT JSONExtract('{"a":{"b":1}}', 'a', 'Tuple(b UInt8)'), JSONExtractKeysAndValues('{"a":1}', 'Int8'), dynamicElement(1::Dynamic, 'UInt8'), variantElement('a'::Variant(UInt8, String), 'String')
SELECT parseDateTimeBestEffort('2026-01-01T00:00:00Z'), parseDateTime('2026-01-01', '%Y-%m-%d'), toDateOrNull('x'), makeDate(2026, 1, 1), age('day', toDate('2026-01-01'), today())
SELECT lower(header_from), upper(header_from), length(header_from), lengthUTF8(header_from), reverse(header_from), concat(header_from, '!'), header_from || '!' FROM records
SELECT substring(header_from, 1, 3), left(header_from, 3), right(header_from, 3), SUBSTRING(header_from FROM 1 FOR 3), leftPad('1', 3, '0') FROM records
SELECT trim(' a '), trimLeft(' a'), TRIM(BOTH 'x' FROM 'xax'), replaceAll('aa', 'a', 'b'), replaceRegexpAll('a1', '[0-9]', ''), translate('ab', 'a', 'b')
SELECT splitByChar('.', header_from), splitByString('..', 'a..b'), arrayElement(splitByChar('.', header_from), -1), tokens('a b'), ngrams('abc', 2) FROM records
SELECT position(header_from, 'example'), POSITION('e' IN header_from), positionCaseInsensitive(header_from, 'E'), locate(header_from, 'e') FROM records
SELECT startsWith(header_from, 'ex'), endsWith(header_from, '.com'), header_from LIKE '%.com', header_from ILIKE '%.COM', header_from NOT LIKE 'x%' FROM records
SELECT match(header_from, '^ex'), header_from REGEXP '^ex', extract(header_from, '([a-z]+)'), extractAll(header_from, '[a-z]+'), countSubstrings(header_from, 'e') FROM records
SELECT multiSearchAny('b', ['a', 'e']), hasToken('a b', 'a'), ngramDistance('a', 'b'), levenshteinDistance('a', 'b'), format('{} {}', 'a', 'b')
SELECT domain('http://a.example/x'), domainWithoutWWW('http://www.a.example'), cutToFirstSignificantSubdomain('a.b.example.com'), topLevelDomain('a.example'), path('http://a/b'), protocol('http://a')
SELECT IPv4StringToNum('192.0.2.1'), IPv4NumToString(1), toIPv4('192.0.2.1'), toIPv6('::1'), isIPAddressInRange('192.0.2.1', '192.0.2.0/24'), IPv6NumToString(toIPv6('::1')), IPv4CIDRToRange(toIPv4('192.0.2.1'), 24)
SELECT source_ip = toIPv6('::ffff:192.0.2.1'), toString(source_ip), source_ip_text FROM records
SELECT hex('a'), unhex('61'), base64Encode('a'), base64Decode('YQ=='), MD5('a'), hex(SHA256('a')), cityHash64('a'), sipHash64('a'), xxHash64('a')
SELECT if(dmarc_pass, 'pass', 'fail'), multiIf(dmarc_pass, 1, 0), CASE WHEN dmarc_pass THEN 1 ELSE 0 END, CASE header_from WHEN 'a' THEN 1 ELSE 2 END, dmarc_pass ? 1 : 0 FROM records
SELECT ifNull(email, ''), coalesce(email, 'none'), nullIf(1, 1), isNull(email), email IS NOT NULL, assumeNotNull(email), email IS NOT DISTINCT FROM NULL FROM reports
SELECT greatest(1, 2), least(1, 2), 1 BETWEEN 0 AND 2, 1 = 1 AND NOT 0 OR 1, xor(1, 0), 1 <=> 1, true, false, NULL
SELECT toUInt8('1'), toInt32OrZero('x'), toFloat64('1.5'), toString(1), toDecimal64(1, 2), CAST(1 AS String), CAST('1', 'UInt8'), 1::Float64, '[1]'::Array(UInt8)
SELECT toTypeName(1), toLowCardinality('a'), toNullable(1), materialize(1), isNaN(0 / 0), isFinite(1), ifNotFinite(0 / 0, 0), accurateCastOrNull('x', 'UInt8')
SELECT transform(header_from, ['example.com'], ['Example'], 'other'), toBool(1), bitAnd(3, 1), bitShiftLeft(1, 2), bitCount(7) FROM records
SELECT formatReadableSize(1024), formatReadableQuantity(1000), formatReadableTimeDelta(60), bar(1, 0, 2, 5)
SELECT JSONExtractString('{"a":"b"}', 'a'), JSONExtractInt('{"a":1}', 'a'), JSONHas('{"a":1}', 'a'), JSONExtract('{"a":[1]}', 'a', 'Array(UInt8)'), JSON_VALUE('{"a":1}', '$.a'), JSONExtractKeys('{"a":1}')
SELECT toJSONString(map('a', 1)), isValidJSON('{}'), simpleJSONExtractInt('{"a":1}', 'a'), '{"a":{"b":1}}'::JSON.a.b
SELECT map('a', 1, 'b', 2) AS m, mapKeys(m), mapValues(m), mapContains(m, 'a'), m['a'], mapFilter((k, v) -> v > 1, m), mapApply((k, v) -> (k, v + 1), m)
SELECT rand() >= 0, randUniform(0, 1) >= 0, generateUUIDv4() != generateUUIDv4(), rowNumberInAllBlocks(), ignore(1), identity(1)
SELECT count() FROM records WHERE counted AND ordinal = 0
SELECT count() FROM records SAMPLE 1
SELECT count() AS file_count, sum(r.messages) AS query, max(day) AS version, min(day) AS path, any(header_from) AS domain FROM records AS r
SELECT hostname, asn, organization, country FROM sources
SELECT hostname AS host, count() AS n FROM sources GROUP BY hostname ORDER BY hostname
SELECT lower(hostname), sources.hostname FROM sources WHERE hostname = '' OR hostname IN ('a.example')
SELECT day, reports, messages, passed, failed, round(100 * passed / messages, 1) AS rate FROM daily
SELECT selector, result, count() FROM dkim_results GROUP BY selector, result
SELECT domain, result, count() FROM spf_results GROUP BY ALL
FROM records SELECT count()
SELECT count() FROM ruaflow_v1.records
SELECT records.ordinal, ruaflow_v1.records.day FROM ruaflow_v1.records
SELECT 1 AS \`weird name\`, 2 AS "Second"
-- a comment\\nSELECT 1 /* another */ + 1
SELECT 1;
SELECT 1 FORMAT JSON
SELECT 1 AS a FORMAT CSVWithNames
SELECT count() FROM system.columns WHERE database = 'ruaflow_v1'
SELECT name, type, comment FROM system.columns WHERE database = currentDatabase() AND table = 'records' ORDER BY position
SELECT database, name, engine, comment FROM system.tables WHERE database NOT IN ('system')
SELECT name FROM system.databases
SELECT name, value FROM system.settings WHERE name LIKE 'max_%'
SELECT name, is_aggregate, case_insensitive FROM system.functions WHERE origin = 'System'
SELECT dummy FROM system.one
SELECT version(), timezone(), currentUser(), uptime() >= 0
SELECT version(), timezone()
SELECT name, value, readonly FROM system.settings LIMIT 10000
SELECT currentDatabase()
SELECT * FROM system.databases WHERE name = 'ruaflow_v1'
SELECT name AS TABLE_NAME, multiIf(engine = 'View', 'VIEW', 'TABLE') AS TABLE_TYPE FROM system.tables WHERE database = 'ruaflow_v1' ORDER BY TABLE_NAME
SHOW TABLES
SHOW TABLES FROM ruaflow_v1
SHOW TABLES LIKE 'rec%'
SHOW TABLES NOT LIKE 'rec%' LIMIT 2
SHOW TABLES ILIKE 'REC%'
SHOW DATABASES
SHOW DATABASES LIKE 'rua%'
SHOW CREATE TABLE records
SHOW CREATE TABLE ruaflow_v1.records
DESCRIBE records
DESC records
DESCRIBE TABLE ruaflow_v1.records
DESCRIBE (SELECT 1 AS a)
EXISTS TABLE records
EXISTS records
EXISTS TABLE ruaflow_v1.records
EXPLAIN SELECT count() FROM records
EXPLAIN PLAN SELECT count() FROM records
EXPLAIN indexes = 1 SELECT count() FROM records
EXPLAIN PIPELINE SELECT count() FROM records
EXPLAIN SYNTAX SELECT count() FROM records
EXPLAIN AST SELECT count() FROM records
EXPLAIN QUERY TREE SELECT count() FROM records
EXPLAIN ESTIMATE SELECT count() FROM records
`
  .split("\n")
  .filter(Boolean)
  .map((query) => query.replaceAll("\\n", "\n"));

it("bind a time zone and values of every type", async () => {
  const query =
    "SELECT toDateTime(0, {zone:String}), {day:DateTime('Europe/Berlin')}, {word:Enum('}' = 1, '{' = 2)}, {n:Nullable(UInt8)}";
  const parameters = { param_zone: "Asia/Tokyo", param_day: "2026-01-01 00:00:00", param_word: "}", param_n: "1" };
  expect(await port.ask(query, parameters)).toEqual({
    status: 200,
    text: "1970-01-01 09:00:00\t2026-01-01 00:00:00\t}\t1\n",
  });
});

it("are at least 150", () => expect(queries.length).toBeGreaterThanOrEqual(150));

it.each(queries)("%s", async (query) => {
  const { status, text } = await port.ask(query);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
});
