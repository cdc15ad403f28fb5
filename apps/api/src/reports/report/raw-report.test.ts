import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as send } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

let api: TestApi;
let organization: TestOrganization;
let domain: { readonly id: string; readonly name: string };

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
  domain = await organization.addVerifiedDomain("raw.example");
});

afterAll(() => api.stop());

const toXml = (text: string) => Buffer.from(`<?xml version="1.0"?><feedback><a>${text} \u{e9}</a></feedback>\n`);

/** A mail with a gzip for each document. */
function toMail(...documents: readonly Buffer[]): Buffer {
  const parts = documents.map((document, index) => [
    "--b",
    `Content-Type: application/gzip; name="../${index}.xml.gz"`,
    "Content-Transfer-Encoding: base64",
    "",
    gzipSync(document).toString("base64"),
  ]);
  const head = ["From: a@b.example", "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"', ""];
  return Buffer.from([...head, ...parts.flat(), "--b--", ""].join("\r\n"));
}

/** Keeps the bytes of a submission; returns its id. */
async function archive(body: Buffer): Promise<string> {
  const id = createSubmissionId();
  const facts = { id, organizationId: null, channel: "smtp", name: "../../x\r\n", receivedAt: new Date() } as const;
  const read = async function* () {
    yield body;
  };
  await api.metadata.intake.archiveSubmission(facts, { read, digest: async () => ({ sizeBytes: 0, sha256: "" }) });
  return id;
}

const store = (submissionId: string, entry = 0) => organization.storeReport({ domain, submissionId, entry });
const download = (id: string, headers = {}) =>
  organization.ask<{ detail: string }>({ url: `/api/v1/reports/${id}/raw`, headers });
const readRawUrl = async (id: string) =>
  (await organization.ask<{ data: { raw_url: string | null } }>({ url: `/api/v1/reports/${id}` })).body.data.raw_url;

test("a report's own XML is returned as an attachment, out of a mail with others", async () => {
  const documents = [toXml("first"), toXml("second"), toXml("third")];
  const submissionId = await archive(toMail(...documents));
  for (const [entry, document] of documents.entries()) {
    const id = await store(submissionId, entry);
    expect(await readRawUrl(id)).toBe(`/api/v1/reports/${id}/raw`);
    const answer = await download(id);
    expect([answer.status, answer.text]).toEqual([200, document.toString()]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/xml",
      "content-disposition": `attachment; filename="${id}.xml"`,
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(`^"[0-9a-f]{64}-${entry}"$`),
    });
    const again = await download(id, { "if-none-match": String(answer.headers.etag) });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
});

test("a report without kept bytes is a 404 that says so; an unknown and another organization's are the same 404", async () => {
  const byReference = await organization.storeReport({ domain });
  expect(await readRawUrl(byReference)).toBe(null);
  const answer = await download(byReference);
  expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining("is not stored")]);
  const kept = await store(await archive(toXml("kept")));
  const other = await api.createOrganization();
  const foreign = await other.ask<{ detail: string }>({ url: `/api/v1/reports/${kept}/raw` });
  const unknown = await other.ask<{ detail: string }>({ url: "/api/v1/reports/rpt_unknown/raw" });
  expect([foreign.status, foreign.body.detail]).toEqual([404, "There is no report with this id."]);
  expect([unknown.status, unknown.body.detail]).toEqual([404, foreign.body.detail]);
  const noScope = await organization.createKey(["ingest:write"]);
  expect((await organization.ask({ url: `/api/v1/reports/${kept}/raw`, key: noScope })).status).toBe(403);
});

/** An archive that is read as a stream, unlike a mail. */
function toTar(...files: readonly Buffer[]): Buffer {
  const parts = files.flatMap((file, index) => {
    const header = Buffer.alloc(512);
    header.write(`${index}.xml`, 0);
    header.write(`${file.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("        0", 148);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, file, Buffer.alloc((512 - (file.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

test("damaged bytes are an error, also when the damage is behind the document that is asked for", async () => {
  const document = toXml("whole");
  const submissionId = await archive(toTar(document, toXml(randomBytes(2_000_000).toString("hex"))));
  const id = await store(submissionId);
  expect((await download(id)).text).toBe(document.toString());
  const damage = "UPDATE submission_bodies SET bytes = set_byte(bytes, 9, (get_byte(bytes, 9) + 1) % 256)";
  await executeSql(api.databaseUrl, `${damage} WHERE submission_id = '${submissionId}' AND part = 2`);
  const { status, text } = await download(id);
  expect([status, text.includes("whole")]).toEqual([500, false]);
});

test("a position that is no document is an error, not another document", async () => {
  const submissionId = await archive(toMail(toXml("only")));
  expect((await download(await store(submissionId, 1))).status).toBe(500);
});

test("requests are answered while a report of 100,000 records is extracted", async () => {
  const record = "<record><row><source_ip>192.0.2.1</source_ip><count>1</count></row></record>\n";
  const big = toXml(Array.from({ length: 100_000 }, (_, index) => `${record}${Math.sin(index)}`).join(""));
  const id = await store(await archive(toMail(toXml("before"), big)), 1);
  let longestMs = 0;
  const startedAt = performance.now();
  let lastAt = startedAt;
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastAt);
    lastAt = performance.now();
  }, 5);
  const answer = await download(id);
  const totalMs = performance.now() - startedAt;
  await sleep(10);
  clearInterval(timer);
  expect(answer.text).toBe(big.toString());
  // A share, which a slow machine does not change: an extraction in one go would be nearly all of it.
  expect(longestMs).toBeLessThan(totalMs / 2);
});

test("only eight documents are extracted at a time, and a client that leaves makes room", async () => {
  const big = toXml(Array.from({ length: 2_000_000 }, (_, index) => `${index}`).join(" "));
  const id = await store(await archive(gzipSync(big)));
  const url = `${await api.listen()}/api/v1/reports/${id}/raw`;
  const open = async () => {
    const request = send(url, { headers: { authorization: `Bearer ${organization.key}` } }).end();
    const [response] = await once(request, "response");
    return { status: response.statusCode, leave: () => request.destroy() };
  };
  const slow = [];
  for (let count = 0; count < 8; count += 1) slow.push(await open());
  expect(slow.map(({ status }) => status)).toEqual(slow.map(() => 200));
  const refused = await open();
  expect(refused.status).toBe(503);
  const small = await store(await archive(toXml("small")));
  const { etag = "" } = (await download(small)).headers;
  slow[0]?.leave();
  await expect.poll(async () => (await download(small)).status).toBe(200);
  for (let count = 0; count < 10; count += 1) {
    expect((await download(small, { "if-none-match": String(etag) || "*" })).status).toBe(304);
    expect((await organization.ask({ method: "HEAD", url: `/api/v1/reports/${small}/raw` })).status).toBe(200);
  }
  for (const { leave } of [...slow, refused]) leave();
});
