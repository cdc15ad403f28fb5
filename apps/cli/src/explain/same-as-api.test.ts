import { gzipSync } from "node:zlib";
import { buildHostileSeeds } from "@ruaflow/dmarc/testing";
import { toExplanation } from "@ruaflow/ingest/explain";
import {
  startUploadServer,
  type TestSender,
  type TestUploadServer,
  writeMail,
  writeReport,
} from "@ruaflow/ingest/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainFile } from "./explain-file.ts";

interface Answer {
  readonly data: Record<string, unknown> & {
    readonly outcome: string;
    readonly reason: string | null;
    readonly reports: readonly {
      readonly first_records: readonly Readonly<Record<string, unknown>>[];
      readonly records_omitted: number;
    }[];
    readonly rejections: readonly { readonly reason: string }[];
  };
  readonly code: string;
}

const BODY_BYTES_MAX = 3 * 1024 * 1024;

let server: TestUploadServer;
let sender: TestSender;
let reader: string;

beforeAll(async () => {
  server = await startUploadServer(BODY_BYTES_MAX);
  sender = await server.createOrganization("example.com");
  reader = await sender.createKey("reports:read");
});

afterAll(() => server.stop());

async function ask(body: Uint8Array, { key = reader, name = "r", headers = {} } = {}) {
  const url = server.url.replace("/reports", `/explain?name=${name}`);
  const sent = { method: "POST", body: new Uint8Array(body), headers: { authorization: `Bearer ${key}`, ...headers } };
  const response = await fetch(url, sent);
  const answer: Answer = JSON.parse(await response.text());
  return { status: response.status, ...answer };
}

async function explain(body: Uint8Array, name = "r") {
  async function* open() {
    yield body;
  }
  const explained = await explainFile({ name, sizeBytes: body.length, changedMs: 0, open });
  return JSON.parse(JSON.stringify({ ...toExplanation(explained), entries_omitted: 0 }));
}

/** Rows of every table, of the log, too. */
async function countRows(): Promise<Record<string, unknown>[]> {
  const tables = await executeSql(
    server.databaseUrl,
    `SELECT string_agg(format('SELECT %L AS name, count(*)::int AS total FROM %I.%I', tablename, schemaname, tablename),
       ' UNION ALL ' ORDER BY schemaname, tablename) AS statement
     FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  return executeSql(server.databaseUrl, String(tables[0]?.statement));
}

/** What the operator's own files may exceed. */
const OVER_LIMITS = /too-large|too-many|too-deep|took-too/;

const isOverLimits = ({ reason, rejections }: Answer["data"]) =>
  [reason, ...rejections.map((each) => each.reason)].some((each) => OVER_LIMITS.test(each ?? ""));

test("a mail in UTF-16 is read with a warning", async () => {
  const mail = writeMail("r.xml.gz", gzipSync(writeReport("example.org", { id: "wide" })));
  const wide = Buffer.from(Buffer.from(mail).toString("latin1"), "utf16le");
  for (const body of [wide, Buffer.from(wide).swap16()]) {
    const { data } = await ask(body);
    expect(data.reports).toMatchObject([{ warnings: [{ code: "mail-in-utf-16", path: "", count: 1 }] }]);
    expect(data).toEqual(await explain(body));
  }
});

test("a report in any packing is explained as by the command", async () => {
  const xml = writeReport("example.org", { id: "explained", count: 7 });
  for (const body of [xml, gzipSync(xml), writeMail("r.xml.gz", gzipSync(xml)), Buffer.from("nothing")]) {
    const { status, data } = await ask(body);
    expect(status).toBe(200);
    expect(data).toEqual(await explain(body));
  }
  const { data } = await ask(xml);
  expect(data).toMatchObject({ outcome: "accepted", reports: [{ domain: "example.org", total_count: 7 }] });
  expect(data.reports[0]?.first_records[0]).toMatchObject({ source_ip: "192.0.2.1", count: 7, dmarc_pass: true });
});

test("of a report of many records the first hundred are shown, inline and by a worker, and the rest is counted", async () => {
  for (const total of [101, 12_000]) {
    const [head = "", tail = ""] = writeReport("example.org").toString().split("<record>");
    const record = `<record>${tail.replace("</feedback>", "")}`;
    const body = Buffer.from(`${head}${record.repeat(total)}</feedback>`);
    const { data } = await ask(total > 1000 ? gzipSync(body) : body);
    expect(data).toEqual(await explain(total > 1000 ? gzipSync(body) : body));
    expect(data.reports[0]).toMatchObject({ records: total, records_omitted: total - 100 });
    expect(data.reports[0]?.first_records).toHaveLength(100);
  }
});

test("hostile bodies are explained as by the command, and leave no row and no file", async () => {
  const before = await countRows();
  for (const kind of ["gzip", "zip", "tar", "mail", "mixtures", "xml"] as const) {
    for (const body of buildHostileSeeds(kind, 32 * 1024)) {
      // Nothing at all is no file, also for an upload.
      if (body.length === 0) continue;
      const { status, data } = await ask(body, { headers: { "idempotency-key": `${kind}-${body.length}` } });
      expect(status).toBe(200);
      if (!isOverLimits(data)) expect(data).toEqual(await explain(body));
    }
  }
  expect(before.length).toBeGreaterThan(20);
  expect(await countRows()).toEqual(before);
  expect(await server.listSpool()).toEqual([]);
  expect(await server.countArrivingBytes()).toBe(0);
}, 240_000);

test("a body beyond the limit is refused, and so are a form and a key of neither scope", async () => {
  const large = await ask(Buffer.alloc(BODY_BYTES_MAX + 1, " "));
  expect([large.status, large.code]).toEqual([413, "payload_too_large"]);
  const form = await ask(Buffer.from("--b--"), { headers: { "content-type": "multipart/form-data; boundary=b" } });
  expect(form.status).toBe(400);
  expect((await ask(writeReport("a.example"), { key: sender.key })).status).toBe(200);
  const other = await sender.createKey("domains:read");
  expect((await ask(writeReport("a.example"), { key: other })).status).toBe(403);
});

test("an explanation takes its turn among the uploads of its organization", async () => {
  const share = await server.ingest.budget.enter(64 * 1024 * 1024);
  const xml = writeReport("example.org").toString();
  const body = Buffer.from(xml.replace("</feedback>", `${" ".repeat(2 * 1024 * 1024)}</feedback>`));
  let isAnswered = false;
  const asked = ask(body).finally(() => {
    isAnswered = true;
  });
  expect((await ask(writeReport("example.org"))).status).toBe(200);
  expect(isAnswered).toBe(false);
  share.leave();
  expect((await asked).status).toBe(200);
});
