import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ClickHouseProcess, spawnClickHouse, startClickHouseProcess } from "../testing/clickhouse-process.ts";

const password = "p:ss w/ö";

let clickhouse: ClickHouseProcess;
let base: string;

beforeAll(async () => {
  clickhouse = await startClickHouseProcess(password);
  base = new URL(clickhouse.url).origin;
  await ask({ body: "CREATE TABLE numbers_stored (n UInt32, t String) ENGINE = MergeTree ORDER BY n" });
});
beforeEach(async () => {
  await ask({ body: "TRUNCATE TABLE numbers_stored" });
});
afterAll(async () => {
  expect(await clickhouse.stop()).toBe(0);
});

interface Request {
  readonly method?: string;
  readonly parameters?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

async function ask({ method = "POST", parameters = {}, body, headers = {} }: Request) {
  const url = `${base}/?${new URLSearchParams(parameters)}`;
  const authorization = `Basic ${Buffer.from(`default:${password}`).toString("base64")}`;
  const response = await fetch(url, { method, body: body ?? null, headers: { authorization, ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("queries", () => {
  it("are read from the URL, from the body, and from both together", async () => {
    const query = "SELECT 1 + 1";
    expect(await ask({ method: "GET", parameters: { query } })).toMatchObject({ status: 200, text: "2\n" });
    expect(await ask({ body: query })).toMatchObject({ status: 200, text: "2\n" });
    expect(await ask({ parameters: { query: "SELECT 1" }, body: "+ 1" })).toMatchObject({ status: 200, text: "2\n" });
  });

  it("may be HEAD; an empty request answers Ok.", async () => {
    expect(await ask({ method: "HEAD", parameters: { query: "SELECT 1" } })).toMatchObject({ status: 200, text: "" });
    expect(await ask({ method: "GET" })).toMatchObject({ status: 200, text: "Ok.\n" });
  });

  it.each(["GET", "HEAD"])("can only read when sent by %s", async (method) => {
    const { status, headers } = await ask({ method, parameters: { query: "DROP TABLE numbers_stored" } });
    expect(status).toBe(403);
    expect(headers.get("X-ClickHouse-Exception-Code")).toBe("164");
  });

  it("answer in the format of the query, otherwise of the URL, otherwise of the header, otherwise tab-separated", async () => {
    const headers = { "X-ClickHouse-Format": "CSV" };
    const parameters = { default_format: "JSONCompactEachRow" };
    expect((await ask({ body: "SELECT 1, 'a' FORMAT Values", parameters, headers })).text).toBe("(1,'a')");
    expect((await ask({ body: "SELECT 1, 'a'", parameters, headers })).text).toBe('[1, "a"]\n');
    const csv = await ask({ body: "SELECT 1, 'a'", headers });
    expect(csv.text).toBe('1,"a"\n');
    expect(csv.headers.get("X-ClickHouse-Format")).toBe("CSV");
    expect((await ask({ body: "SELECT 1, 'a'" })).text).toBe("1\ta\n");
  });

  it("bind parameters like a server", async () => {
    const parameters = {
      param_text: "a\\tb\\\\'",
      param_list: "['it\\'s','x']",
      param_none: "\\N",
      param_column: "n",
    };
    const body = "SELECT {text:String} = 'a\\tb\\\\\\'', {list:Array(String)}[1], {none:Nullable(String)} IS NULL";
    expect((await ask({ body, parameters })).text).toBe("1\tit\\'s\t1\n");
    expect((await ask({ body: "SELECT {absent:String}" })).status).toBe(400);
  });

  it("have their own settings and database, which the next query does not see", async () => {
    const body = "SELECT getSetting('max_threads') = 1, currentDatabase()";
    const parameters = { max_threads: "1", database: "system" };
    expect((await ask({ body, parameters })).text).toBe("1\tsystem\n");
    await ask({ body: "SET max_threads = 1" });
    expect((await ask({ body })).text).toBe("0\tdefault\n");
  });

  it("cannot inject SQL by the name of a setting, a parameter or a database", async () => {
    for (const name of ["max_threads = 1, readonly", "param_x = 1; DROP TABLE numbers_stored; SET y"])
      expect(await ask({ body: "SELECT 1", parameters: { [name]: "1" } })).toMatchObject({ status: 404 });
    const database = "default`; DROP TABLE default.numbers_stored; USE `default";
    expect(await ask({ body: "SELECT 1", parameters: { database } })).toMatchObject({ status: 404 });
    expect((await ask({ body: "EXISTS numbers_stored" })).text).toBe("1\n");
  });

  it("echo the query's id, and report what they read", async () => {
    const { headers } = await ask({ body: "SELECT count() FROM system.one", parameters: { query_id: "mine-1" } });
    expect(headers.get("X-ClickHouse-Query-Id")).toBe("mine-1");
    expect(JSON.parse(headers.get("X-ClickHouse-Summary") ?? "")).toMatchObject({ read_rows: "1" });
    expect((await ask({ body: "SELECT 1" })).headers.get("X-ClickHouse-Query-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("inserts", () => {
  const query = "INSERT INTO numbers_stored FORMAT";
  const stored = async () => (await ask({ body: "SELECT n, t FROM numbers_stored ORDER BY n" })).text;

  it("read their data from the body, even with SQL separators in it", async () => {
    const body = '{"n":1,"t":"a;b"}\n\n{"n":2,"t":"; DROP TABLE numbers_stored; --"}\n';
    const { status, headers } = await ask({ parameters: { query: `${query} JSONEachRow` }, body });
    expect(status).toBe(200);
    expect(headers.get("X-ClickHouse-Summary")).toContain("written_rows");
    expect(await stored()).toBe("1\ta;b\n2\t; DROP TABLE numbers_stored; --\n");
  });

  it.each([
    ["TabSeparated", "1\ta;b\n2\tc\n"],
    ["CSV", '1,"a;\nb"\n2,c\n'],
    ["Values", "(1, 'a;b'), (2, 'c')"],
  ])("read %s", async (format, body) => {
    expect(await ask({ parameters: { query: `${query} ${format}` }, body })).toMatchObject({ status: 200 });
    expect((await stored()).split("\n")).toHaveLength(3);
  });

  it.each([
    ["TabSeparated", "1\ta\n\nDROP TABLE numbers_stored\n"],
    ["CSV", '1,"a\n\nDROP TABLE numbers_stored --"\n'],
    ["LineAsString", "\nDROP TABLE numbers_stored"],
  ])("never run data after an empty line as SQL: %s", async (format, body) => {
    expect(await ask({ parameters: { query: `${query} ${format}` }, body })).toMatchObject({ status: 501 });
    expect(await ask({ body: `-- a\n/* b */ ${query} ${format}\n${body}` })).toMatchObject({ status: 501 });
    expect((await ask({ body: "EXISTS numbers_stored" })).text).toBe("1\n");
  });

  it("may be sent completely in the body, or without rows", async () => {
    expect((await ask({ body: `${query} JSONEachRow\n{"n":7,"t":""}` })).status).toBe(200);
    expect((await ask({ parameters: { query: `${query} JSONEachRow` }, body: "" })).status).toBe(200);
    expect(await stored()).toBe("7\t\n");
  });

  it("may be gzip", async () => {
    const body = new Uint8Array(gzipSync('{"n":1,"t":"x"}\n'.repeat(1_000)));
    const headers = { "Content-Encoding": "gzip" };
    expect((await ask({ parameters: { query: `${query} JSONEachRow` }, body, headers })).status).toBe(200);
    expect((await ask({ body: "SELECT count() FROM numbers_stored" })).text).toBe("1000\n");
  });

  it("are refused when they decompress beyond the limit, are corrupt, or are binary", async () => {
    const headers = { "Content-Encoding": "gzip" };
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(65 * 2 ** 20, 32)));
    expect((await ask({ body: bomb, headers })).status).toBe(413);
    expect((await ask({ body: "no gzip", headers })).status).toBeGreaterThanOrEqual(400);
    expect((await ask({ body: new Uint8Array([0xff, 0xfe]) })).status).toBe(501);
    expect((await ask({ body: "x", headers: { "Content-Encoding": "br" } })).status).toBe(501);
    expect((await ask({ body: "SELECT 1" })).text).toBe("1\n");
  });
});

describe("answers", () => {
  it("are gzip only on request", async () => {
    const headers = { "Accept-Encoding": "gzip" };
    const body = "SELECT number FROM system.numbers LIMIT 1000";
    const parameters = { enable_http_compression: "1" };
    expect((await ask({ body, headers })).headers.get("Content-Encoding")).toBeNull();
    const packed = await ask({ body, headers, parameters });
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    expect(packed.text).toMatch(/^0\n1\n/);
  });

  it.each([
    ["SELEC 1", 400, "62"],
    ["SELECT nothing", 404, "47"],
    ["SELECT * FROM nowhere", 404, "60"],
    ["SELECT throwIf(1)", 500, "395"],
  ])("to %s are plain text with ClickHouse's code", async (body, status, code) => {
    const answer = await ask({ body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("X-ClickHouse-Exception-Code")).toBe(code);
    expect(answer.text).toMatch(new RegExp(`^Code: ${code}\\. DB::Exception: `));
  });

  it("to other paths are 404; /ping needs no password", async () => {
    expect((await fetch(`${base}/play`)).status).toBe(404);
    const ping = await fetch(`${base}/ping`);
    expect([ping.status, await ping.text()]).toEqual([200, "Ok.\n"]);
  });
});

describe("credentials", () => {
  const url = (parameters: Record<string, string>) =>
    `${base}/?${new URLSearchParams({ query: "SELECT 1", ...parameters })}`;

  it("are accepted as headers or in the URL", async () => {
    // A header holds bytes, so a password beyond ASCII needs Basic or the URL.
    expect((await fetch(url({ user: "default", password }))).status).toBe(200);
    const headers = { "X-ClickHouse-User": "default", "X-ClickHouse-Key": "wrong" };
    expect((await fetch(url({ user: "default", password }), { headers })).status).toBe(403);
  });

  it.each([
    ["none", {}, 401, "194"],
    ["a wrong password", { password: "wrong" }, 403, "516"],
    ["another user", { user: "admin", password }, 403, "516"],
  ])("are required: %s", async (_, parameters, status, code) => {
    const answer = await fetch(url(parameters));
    expect([answer.status, answer.headers.get("X-ClickHouse-Exception-Code")]).toEqual([status, code]);
  });
});

it("serves several writing and reading clients at once, and loses nothing", async () => {
  const clients = Array.from({ length: 4 }, () =>
    createClient({ url: clickhouse.url.replace("/ruaflow", "/default") }),
  );
  const work = clients.map(async (client, index) => {
    for (let round = 0; round < 10; round += 1) {
      const values = Array.from({ length: 100 }, (_, row) => ({ n: index * 1_000 + round * 100 + row, t: "x" }));
      await client.insert({ table: "numbers_stored", values, format: "JSONEachRow" });
      const result = await client.query({ query: "SELECT count() AS c FROM numbers_stored", format: "JSONEachRow" });
      expect(await result.json()).toHaveLength(1);
    }
  });
  await Promise.all(work);
  expect((await ask({ body: "SELECT count(), uniqExact(n) FROM numbers_stored" })).text).toBe("4000\t4000\n");
  await Promise.all(clients.map((client) => client.close()));
});

describe("npm run clickhouse", () => {
  const exitCode = async (env: Record<string, string>, args: readonly string[] = []) => {
    const child = spawnClickHouse(env, args);
    return new Promise((resolve) => child.once("exit", resolve));
  };

  it("does not start without a password where other machines can reach it", async () => {
    expect(await exitCode({ CLICKHOUSE_HOST: "0.0.0.0", CLICKHOUSE_PORT: "0" })).toBe(2);
  });

  it("refuses an invalid port, and prints help", async () => {
    expect(await exitCode({ CLICKHOUSE_PORT: "http" })).toBe(2);
    expect(await exitCode({}, ["--help"])).toBe(0);
  });
});

describe("closing", () => {
  it("ends even though a client always sends another query", async () => {
    const server = await startClickHouseProcess(password);
    const url = server.url.replace(/\/ruaflow$/, "");
    const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
    const queryForever = async () => {
      for (;;) await client.query({ query: "SELECT sleep(0.01)" }).then((answer) => answer.text());
    };
    const outcomes = Promise.allSettled([queryForever(), queryForever(), queryForever()]);
    await sleep(500);
    expect(await server.stop()).toBe(0);
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await client.close();
  }, 10_000);
});
