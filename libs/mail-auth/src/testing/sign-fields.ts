import { createHash, createSign } from "node:crypto";

export interface SignFieldsOptions {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
  /** The names of `h=`, in any order; a name that stands more often than the field says that there are no more. */
  readonly fields: readonly string[];
}

/** A `DKIM-Signature` field over exactly these fields, relaxed/simple (RFC 6376): written here, since mailauth signs each name once. */
export function signFields(mail: Buffer, { domain, selector, privateKey, fields }: SignFieldsOptions): string {
  const end = mail.indexOf("\r\n\r\n");
  const header = mail.toString("latin1", 0, end).split(/\r\n(?![ \t])/);
  const body = mail
    .subarray(end + 4)
    .toString("latin1")
    .replace(/(?:\r\n)*$/, "\r\n");
  const bodyHash = createHash("sha256").update(body, "latin1").digest("base64");
  const stated = `v=1; a=rsa-sha256; c=relaxed/simple; d=${domain}; s=${selector}; h=${fields.join(":")}; bh=${bodyHash}; b=`;
  const left = header.map((text) => ({ name: text.slice(0, text.indexOf(":")).toLowerCase(), text }));
  const lines = fields.flatMap((name) => {
    const at = left.findLastIndex((field) => field.name === name.toLowerCase());
    return at === -1 ? [] : left.splice(at, 1).map(({ text }) => `${relax(text)}\r\n`);
  });
  const signed = `${lines.join("")}${relax(`DKIM-Signature: ${stated}`)}`;
  const signature = createSign("sha256").update(signed, "latin1").sign(privateKey, "base64");
  return `DKIM-Signature: ${stated}${signature}\r\n`;
}

function relax(field: string): string {
  const name = field.slice(0, field.indexOf(":"));
  const value = field
    .slice(name.length + 1)
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ");
  return `${name.toLowerCase()}:${value.trim()}`;
}
