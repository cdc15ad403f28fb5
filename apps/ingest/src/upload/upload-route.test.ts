import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { gzipSync } from "node:zlib";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { splitLines } from "@ruaflow/report/message";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeMail, writeReport, writeReportOfLongTexts, writeZip } from "../testing/write-report.ts";

interface Entry {
  readonly file: string;
  readonly submission_id: string;
  readonly entry: number;
  readonly path: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly report_id: string | null;
  readonly domain: string | null;
  readonly line?: number;
  readonly column?: number;
  readonly excerpt?: string;
  readonly reporter?: string;
}
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string }[];
  readonly data?: {
    readonly summary: Readonly<Record<string, number>>;
    readonly mails: number;
    readonly entries: readonly Entry[];
  };
}

const FILE_BYTES_MAX = 3 * 1024 * 1024;
const ZEROS = { accepted: 0, duplicate: 0, conflict: 0, held: 0, refused: 0, not_aggregate: 0 };

let server: TestUploadServer;
let sender: TestSender;
let otherOrganization: TestSender;

beforeAll(async () => {
  server = await startUploadServer(FILE_BYTES_MAX);
  sender = await server.createOrganization("example.com");
  otherOrganization = await server.createOrganization("example.org");
});

afterAll(() => server.stop());

interface Upload {
  readonly key?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  body: Buffer | FormData | string | null,
  { key = sender.key, query = "", headers = {} }: Upload = {},
): Promise<Answer> {
  const options = { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers } };
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const response = await fetch(`${server.url}${query}`, { ...options, body: bytes });
  const answer: Omit<Answer, "status" | "headers"> = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, ...answer };
}

function toForm(files: readonly (readonly [name: string, body: Buffer])[]): FormData {
  const form = new FormData();
  for (const [name, body] of files) form.append("file", new Blob([new Uint8Array(body)]), name);
  return form;
}

async function readArchived(submissionId = ""): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of server.metadata.intake.readSubmissionBody(submissionId)) parts.push(part);
  return Buffer.concat(parts);
}

const readOutcomes = async (submissionId = "") =>
  (await server.metadata.intake.readArrivals([submissionId])).map(({ outcome, reason, organizationId }) => [
    outcome,
    reason,
    organizationId,
  ]);

/** Marks an accepted report as stored, as the record-writer does after writing its rows. */
async function markStored({ submission_id: submissionId, report_id: reportId }: Entry): Promise<void> {
  const found = (await server.readReports()).find((report) => report.reportId === reportId);
  if (!found) throw new Error("the report is not in the log");
  const { reportKey, organizationId, domainId, contentHash, day, totals, path, header } = found;
  const place = { submissionId, entry: 0 };
  const owner = { organizationId, domainId, reportId: found.reportId };
  const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
  const { attempt } = await server.metadata.reports.claimReports([
    { ...place, ...owner, ...expected, reportKey, contentHash, day },
  ]);
  const arrival = { ...place, ...owner, outcome: "stored" as const, reason: null, detail: null, path };
  const { spfPassed = 0, dkimPassed = 0 } = totals;
  const counted = { organizationId, domainId, day, authentic: true, reports: 1, ...totals, spfPassed, dkimPassed };
  const times = { begin: new Date(), end: new Date(), receivedAt: new Date() };
  const listed = {
    reportId: found.reportId,
    reporter: header.reporter,
    ...times,
    trust: "upload",
    trustReason: null,
  } as const;
  await server.metadata.reports.completeReports(attempt, {
    completions: [{ reportKey, arrival, counted, listed }],
    arrivals: [],
  });
}

test("a report with the longest texts is accepted, and does not affect concurrent uploads", async () => {
  const long = gzipSync(writeReportOfLongTexts("example.com", "long-texts"));
  const beside = Array.from({ length: 10 }, () => writeReport("example.com"));
  const answers = await Promise.all([long, ...beside].map((body) => send(body)));
  expect(answers.map(({ status, data }) => [status, data?.summary.accepted])).toEqual(answers.map(() => [202, 1]));
  const chunks = (await server.readReports()).filter(({ header }) => header.reportId.startsWith("long-texts"));
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.flatMap(({ lines }) => splitLines(lines))).toHaveLength(2000);
});

test("a report that declares no encoding is read in that of its mail part", async () => {
  const [before = "", after = ""] = writeReport("example.com", { id: "charset-1" })
    .toString()
    .split("google.com</org_name>");
  const name = Buffer.from("d6d0b9fab5e7d0c5", "hex");
  const xml = Buffer.concat([Buffer.from(before), name, Buffer.from(`</org_name>${after}`)]);
  const mail = writeMail("r.xml", xml).toString().replace("application/gzip", "text/xml; charset=gb2312");
  const { data } = await send(Buffer.from(mail));
  expect(data?.summary).toEqual({ ...ZEROS, accepted: 1 });
  const found = (await server.readReports()).find(({ header }) => header.reportId === "charset-1");
  expect(found?.header.reporter).toBe("中国电信");
});

test("the answer says how many mails the mailboxes have that brought the reports", async () => {
  const separator = "From a@example.com Sat Jan  3 01:05:34 2026\n";
  const other = Buffer.from(`${separator}Subject: other mail\n\nHello\n\n`);
  const report = Buffer.concat([Buffer.from(separator), writeMail("r.xml", writeReport("example.com"))]);
  const boxes = [Buffer.concat([other, report]), Buffer.concat([other, other, report])];
  const { data } = await send(toForm(boxes.map((box, index) => [`${index}.mbox`, box] as const)));
  expect(data).toMatchObject({ summary: { ...ZEROS, accepted: 2 }, mails: 5 });
});

describe("the outcome of a report", () => {
  test("accepted: it is in the log and its bytes are kept before the answer is sent", async () => {
    const body = writeReport("example.com");
    const { status, data } = await send(body, { query: "?name=google.xml" });
    expect(status).toBe(202);
    expect(data).toEqual({
      summary: { ...ZEROS, accepted: 1 },
      mails: 0,
      entries: [
        {
          file: "google.xml",
          submission_id: expect.stringMatching(/^sub_[0-9a-hjkmnp-tv-z]{26}$/),
          entry: 0,
          path: "google.xml",
          outcome: "accepted",
          final: false,
          status_url: `/api/v1/submissions/${data?.entries[0]?.submission_id}`,
          reason: null,
          detail: null,
          report_id: expect.stringMatching(/^rpt_[a-z2-7]{26}$/),
          domain: "example.com",
        },
      ],
    });
    const [entry] = data?.entries ?? [];
    expect(await readArchived(entry?.submission_id)).toEqual(body);
    const inLog = (await server.readReports()).filter(({ submissionId }) => submissionId === entry?.submission_id);
    expect(inLog).toMatchObject([{ organizationId: sender.id, reportId: entry?.report_id, channel: "upload" }]);
  });

  test("duplicate: the answer says so, and nothing is kept again", async () => {
    const body = writeReport("example.com");
    const [first] = (await send(body)).data?.entries ?? [];
    if (first) await markStored(first);
    const { data } = await send(gzipSync(body));
    expect(data).toMatchObject({
      summary: { ...ZEROS, duplicate: 1 },
      entries: [{ outcome: "duplicate", reason: "same-report", report_id: first?.report_id }],
    });
    const again = data?.entries[0]?.submission_id;
    expect(await readOutcomes(again)).toEqual([["duplicate", "same-report", sender.id]]);
    await expect(readArchived(again)).rejects.toThrow("not kept");
  });

  test("conflict: the first report counts, the other is kept", async () => {
    const [first] = (await send(writeReport("example.com", { id: "same", count: 1 }))).data?.entries ?? [];
    if (first) await markStored(first);
    const other = writeReport("example.com", { id: "same", count: 2 });
    const { data } = await send(other);
    expect(data).toMatchObject({
      summary: { ...ZEROS, conflict: 1 },
      entries: [{ outcome: "conflict", reason: "other-content", report_id: first?.report_id }],
    });
    expect(await readOutcomes(data?.entries[0]?.submission_id)).toEqual([["conflict", "other-content", sender.id]]);
    expect(await readArchived(data?.entries[0]?.submission_id)).toEqual(other);
  });

  test("held: it is kept until its domain is verified", async () => {
    await server.metadata.domains.createDomain(sender.id, "waiting.example");
    const body = writeReport("waiting.example");
    const { data } = await send(body);
    expect(data).toMatchObject({
      summary: { ...ZEROS, held: 1 },
      entries: [{ outcome: "held", reason: "domain-pending" }],
    });
    expect(await readOutcomes(data?.entries[0]?.submission_id)).toEqual([["held", "domain-pending", sender.id]]);
    expect(await readArchived(data?.entries[0]?.submission_id)).toEqual(body);
  });

  test.for<[string, string]>([
    ["example.org", "of another organization"],
    ["unowned.example", "without an owner"],
  ])(
    "held: it is about %s, a domain %s; its bytes are kept for the sender alone, and the answers are alike",
    async ([domain]) => {
      const body = writeReport(domain);
      const { status, data } = await send(body);
      expect([status, data?.summary]).toEqual([202, { ...ZEROS, held: 1 }]);
      expect(data?.entries).toMatchObject([{ outcome: "held", reason: "unknown-domain", report_id: null, domain }]);
      const submissionId = data?.entries[0]?.submission_id;
      expect(await readOutcomes(submissionId)).toEqual([["held", "unknown-domain", sender.id]]);
      expect(await readArchived(submissionId)).toEqual(body);
      const kept = await server.metadata.intake.readSubmission(sender.id, submissionId ?? "");
      expect(kept).toMatchObject({ state: "held", channel: "upload", bodyKept: true });
      expect((await server.readReports()).filter((report) => report.submissionId === submissionId)).toEqual([]);
    },
  );

  test("not-aggregate: it is not a report", async () => {
    const { data } = await send(Buffer.from("<html><body>hello</body></html>"));
    expect(data).toMatchObject({ summary: { ...ZEROS, not_aggregate: 1 }, entries: [{ outcome: "not-aggregate" }] });
    expect(await readOutcomes(data?.entries[0]?.submission_id)).toEqual([["not-aggregate", "no-report", sender.id]]);
  });

  test("refused: it is truncated", async () => {
    const { data } = await send(writeReport("example.com").subarray(0, 300));
    expect(data).toMatchObject({ summary: { ...ZEROS, refused: 1 }, entries: [{ outcome: "refused" }] });
  });

  test("refused: the answer and the stored arrival say where it is wrong, and who sent it", async () => {
    const report = writeReport("example.com").toString();
    const broken = report.replace("</row>", "</identifiers>");
    const { data } = await send(Buffer.from(broken));
    const [entry] = data?.entries ?? [];
    const { line = 0, column = 0, excerpt = "" } = entry ?? {};
    const named = broken.split("\n")[line - 1];
    expect(named).toContain(excerpt);
    expect(named?.slice(column - 1)).toMatch(/^<\/identifiers>/);
    expect(entry).toMatchObject({ reason: "not-well-formed", reporter: "google.com" });
    const [arrival] = await server.metadata.intake.readArrivals([entry?.submission_id ?? ""]);
    expect(arrival?.detail).toContain(`(line ${line}, column ${column}: “${excerpt}”)`);
    expect(arrival?.detail).toContain("ask the reporter, “google.com”, to send it again");
  });
});

describe("an upload of several files", () => {
  test("accepts every container, and lists each file by its name", async () => {
    const report = () => writeReport("example.com");
    const files = [
      ["plain.xml", report()],
      ["packed.xml.gz", gzipSync(report())],
      ["archive.zip", writeZip({ name: "inner.xml", body: report() })],
      ["mail.eml", writeMail("report.xml.gz", gzipSync(report()))],
      ["foreign.xml", writeReport("example.org")],
      ["page.html", Buffer.from("<html></html>")],
      ["empty.xml", Buffer.alloc(0)],
    ] as const;
    const { status, data } = await send(toForm(files));
    expect(status).toBe(202);
    expect(data?.summary).toMatchObject({ accepted: 4 });
    expect(data?.entries.map(({ file, outcome }) => [file, outcome])).toEqual([
      ["plain.xml", "accepted"],
      ["packed.xml.gz", "accepted"],
      ["archive.zip", "accepted"],
      ["mail.eml", "accepted"],
      ["foreign.xml", "held"],
      ["page.html", "not-aggregate"],
      ["empty.xml", expect.stringMatching(/^(refused|not-aggregate)$/)],
    ]);
    expect(data?.entries[2]?.path).toBe("archive.zip > inner.xml");
    expect(new Set(data?.entries.map((entry) => entry.submission_id)).size).toBe(7);
  });

  test("refuses files that are too large, and accepts the others", async () => {
    const files = [
      ["large.xml", Buffer.alloc(FILE_BYTES_MAX * 3, " ")],
      ["larger by one.xml", Buffer.alloc(FILE_BYTES_MAX + 1, " ")],
      ["good.xml", writeReport("example.com")],
    ] as const;
    const { status, data } = await send(toForm(files));
    expect(status).toBe(202);
    expect(data?.entries).toMatchObject([
      { file: "large.xml", outcome: "refused", reason: "too-large" },
      { file: "larger by one.xml", outcome: "refused", reason: "too-large" },
      { file: "good.xml", outcome: "accepted" },
    ]);
    expect(await readdir(server.spoolFolder)).toEqual([]);
  });

  test("accepts a file of exactly the limit", async () => {
    const report = writeReport("example.com");
    const padded = Buffer.concat([report, Buffer.alloc(FILE_BYTES_MAX - report.length, " ")]);
    expect((await send(toForm([["full.xml", padded]]))).data?.entries).toMatchObject([{ outcome: "accepted" }]);
  });

  test("is refused beyond a hundred files, and sending it again in parts is safe", async () => {
    const files = Array.from({ length: 101 }, (_, index) => [`${index}.html`, Buffer.from("<html/>")] as const);
    const { status, code, detail } = await send(toForm(files));
    expect([status, code]).toEqual([413, "payload_too_large"]);
    expect(detail).toContain("at most 100 files");
    expect((await send(toForm(files.slice(0, 100)))).data?.summary).toEqual({ ...ZEROS, not_aggregate: 100 });
  });

  test("is refused if its files together are too large", async () => {
    const large = Buffer.concat([writeReport("example.com"), Buffer.alloc(2.9 * 1024 * 1024, " ")]);
    const { status, detail } = await send(toForm(Array.from({ length: 12 }, (_, index) => [`${index}.xml`, large])));
    expect([status, detail]).toEqual([413, expect.stringContaining("at most 31457280 bytes")]);
    expect(await readdir(server.spoolFolder)).toEqual([]);
  });

  test("gets the same answer for the same Idempotency-Key, and is processed once", async () => {
    const multipart = { "content-type": "multipart/form-data; boundary=x", "idempotency-key": "upload-1" };
    const report = writeReport("example.com");
    const part = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.xml"\r\n\r\n';
    const body = `${part}${report}\r\n--x--\r\n`;
    const first = await send(body, { headers: multipart });
    const second = await send(body, { headers: multipart });
    expect([first.status, first.data?.summary]).toEqual([202, { ...ZEROS, accepted: 1 }]);
    expect(second).toMatchObject({ status: 202, data: first.data });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("what is refused", () => {
  test("a body that is too large, with the limit; the answer arrives although the body is not read completely", async () => {
    const { status, code, detail } = await send(Buffer.alloc(FILE_BYTES_MAX * 8, " "));
    expect([status, code]).toEqual([413, "payload_too_large"]);
    expect(detail).toContain(String(FILE_BYTES_MAX));
    expect(await readdir(server.spoolFolder)).toEqual([]);
  });

  test.for([
    ["a missing body", null, {}, "/body"],
    ["a form without a file", new FormData(), {}, "/body"],
  ] as const)("%s", async ([, body, headers, pointer]) => {
    const { status, errors } = await send(body, { headers });
    expect([status, errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  test("a field that is not a file, by its name", async () => {
    const form = new FormData();
    form.append("report/1", "<feedback/>");
    const { status, errors, detail } = await send(form);
    expect([status, errors?.[0]?.pointer]).toEqual([400, "/body/report~11"]);
    expect(detail).toContain("is not a file");
  });

  test.for<[string, string, string]>([
    ["without a boundary", "multipart/form-data", "x"],
    ["with another boundary", "multipart/form-data; boundary=a", "--b\r\n\r\nx\r\n--b--\r\n"],
    [
      "that is truncated",
      "multipart/form-data; boundary=a",
      '--a\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n<feedback>',
    ],
    [
      "with the name of a prototype",
      "multipart/form-data; boundary=a",
      '--a\r\nContent-Disposition: form-data; name="__proto__"; filename="f"\r\n\r\nx\r\n--a--\r\n',
    ],
  ])("a form %s", async ([, type, body]) => {
    const { status, code } = await send(body, { headers: { "content-type": type } });
    expect([status, code]).toEqual([400, "invalid_request"]);
    expect(await readdir(server.spoolFolder)).toEqual([]);
  });

  test("an unknown parameter, a missing key, and a key without the scope", async () => {
    const unknown = await send(writeReport("example.com"), { query: "?file=x" });
    expect([unknown.status, unknown.errors?.[0]?.pointer]).toEqual([400, "/query/file"]);
    expect((await send("x", { key: "" })).code).toBe("missing_key");
    const key = await sender.createKey("reports:read");
    const unscoped = await send("x", { key });
    expect([unscoped.status, unscoped.code]).toEqual([403, "missing_scope"]);
  });
});

const formStart = '--a\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n';

test.each([
  ["one that is too large", "application/xml", "", 8 * FILE_BYTES_MAX],
  ["a form that is too large", "multipart/form-data; boundary=a", `\r\n${formStart}`, 12 * FILE_BYTES_MAX],
  [
    "a form with a field",
    "multipart/form-data; boundary=a",
    '--a\r\nContent-Disposition: form-data; name="f"\r\n\r\n',
    10_000_000,
  ],
])(
  "a connection serves the next request after a refused upload, %s",
  async (_, type, between, bytes) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (body: readonly (string | Buffer)[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${sender.key}`, "content-type": type, "transfer-encoding": "chunked" };
        const upload = request(server.url, { method: "POST", headers, agent }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode));
        });
        upload.on("error", reject);
        for (const piece of body) upload.write(piece);
        upload.end();
      });
    const piece = Buffer.alloc(FILE_BYTES_MAX - 1024, " ");
    const pieces = Array.from({ length: Math.ceil(bytes / piece.length) }, () => [between, piece]).flat();
    expect(await ask(pieces)).toBeGreaterThanOrEqual(400);
    expect(await ask(["x"])).toBeLessThan(500);
    agent.destroy();
  },
  10_000,
);

test.for<[string, string, string]>([
  ["a raw body", "application/xml", ""],
  ["a form", "multipart/form-data; boundary=a", formStart],
])("a client that disconnects in the middle of %s leaves no file", async ([, type, head]) => {
  const headers = {
    authorization: `Bearer ${otherOrganization.key}`,
    "content-type": type,
    "transfer-encoding": "chunked",
  };
  const upload = request(server.url, { method: "POST", headers });
  upload.on("error", () => undefined);
  upload.write(head);
  upload.write(Buffer.alloc(2 * 1024 * 1024, " "));
  await vi.waitFor(async () => expect(await readdir(server.spoolFolder)).toHaveLength(1), { timeout: 5000 });
  upload.destroy();
  await vi.waitFor(async () => expect(await readdir(server.spoolFolder)).toEqual([]), { timeout: 5000 });
  expect(
    await executeSql(server.databaseUrl, `SELECT 1 FROM arrivals WHERE organization_id = '${otherOrganization.id}'`),
  ).toEqual([]);
});
