import { createHash } from "node:crypto";
import type { ReadMail } from "@ruaflow/dmarc/testing";
import type { MailauthReading } from "@ruaflow/mail-auth/testing";
import type { PythonLeaf, PythonMail } from "./python-reader.ts";

/** One mail as three readers see it. */
export interface Readings {
  readonly ours: ReadMail;
  readonly mailauth: MailauthReading;
  readonly python: PythonMail;
}

/**
 * What the readers differ in; `null` when they agree on everything that the sender of the mail can vouch for: where the header
 * ends, which fields it has, and each of the parts that we found.
 */
export function compareMail(mail: Buffer, { ours, mailauth, python }: Readings): string | null {
  const { header, vouched } = ours;
  if (!header.isPlain) return null;
  const names = header.fields.map(({ name }) => name).join();
  if (names !== mailauth.names.join()) return `fields: ${names}; mailauth: ${mailauth.names.join()}`;
  if (names !== python.names.join()) return `fields: ${names}; Python: ${python.names.join()}`;
  const headerBytes = mail.toString("latin1", 0, header.headerBytes).replace(/\r?\n/g, "\r\n").length;
  if (headerBytes !== mailauth.headerBytes)
    return `header ends at ${headerBytes}, for mailauth at ${mailauth.headerBytes}`;
  const left = python.leaves.map(toText);
  for (const part of vouched) {
    const at = left.indexOf(toText(toLeaf(part)));
    if (at === -1) return `part ${toText(toLeaf(part))}; Python: ${left.join(" | ")}`;
    left.splice(at, 1);
  }
  return null;
}

/** What is the header of another mail is never vouched for. */
function toLeaf({ transferEncoding, body }: ReadMail["vouched"][number]): PythonLeaf {
  const lines = body
    .toString("latin1")
    .replaceAll("\r\n", "\n")
    .replace(/[\r\n]+$/, "");
  const digest = createHash("sha256").update(lines, "latin1").digest("hex");
  return { kind: "content", transferEncoding, digest };
}

function toText({ kind, transferEncoding, digest }: PythonLeaf): string {
  return `${kind} ${transferEncoding} ${digest.slice(0, 16)}`;
}
