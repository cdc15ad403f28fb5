import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openEnvelope } from "../open-envelope.ts";

const xml = "<feedback></feedback>";

function writeMail(subject: string, ...parts: readonly (readonly [type: string, body: string])[]): string {
  const body = parts.map(([type, text]) => `--${subject}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`).join("");
  return `From: a@example.com\r\nSubject: ${subject}\r\nContent-Type: multipart/mixed; boundary="${subject}"\r\n\r\n${body}--${subject}--\r\n`;
}

/** The subject of the innermost mail around each document, or what stands for it. */
async function readMails(submission: string | Buffer): Promise<(string | null)[]> {
  const mails: (string | null)[] = [];
  async function* body() {
    yield Buffer.from(submission);
  }
  for await (const entry of openEnvelope(body())) {
    if (entry.kind !== "document") continue;
    for await (const _ of entry.xml);
    const { mail } = entry;
    if (mail === null || mail === "submission") mails.push(mail);
    else mails.push(/Subject: (\w+)/.exec(Buffer.from(mail).toString())?.[1] ?? "");
  }
  return mails;
}

test("a document names the innermost mail around it", async () => {
  const inner = writeMail("inner", ["text/xml", xml]);
  const outer = writeMail("outer", ["text/xml", xml], ["message/rfc822", inner], ["text/xml", xml]);
  expect(await readMails(outer)).toEqual(["submission", "inner", "submission"]);
  const twice = writeMail("outer", ["message/rfc822", writeMail("middle", ["message/rfc822", inner])]);
  expect(await readMails(twice)).toEqual(["inner"]);
});

test("a document without a mail around it has none, and a mail in a container is not the submission", async () => {
  expect(await readMails(xml)).toEqual([null]);
  expect(await readMails(gzipSync(xml))).toEqual([null]);
  expect(await readMails(gzipSync(writeMail("packed", ["text/xml", xml])))).toEqual(["packed"]);
});
