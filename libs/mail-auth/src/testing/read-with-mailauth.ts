import { dkimVerify } from "mailauth/lib/dkim/verify.js";

/** Where mailauth ends a header, and the names of the fields that it finds in it, in lower case. */
export interface MailauthReading {
  /** With the empty line, and with CR LF as line ends. */
  readonly headerBytes: number;
  readonly names: readonly string[];
}

/** Reads the header of a mail as mailauth does, which verifies signatures. */
export async function readWithMailauth(mail: Buffer): Promise<MailauthReading> {
  const result: object = await dkimVerify(mail, { resolver: async () => [] });
  const headers = "headers" in result ? (result.headers as { parsed: { key: string }[]; original: Buffer }) : null;
  if (headers === null) throw new Error("mailauth gives no headers any more");
  return { headerBytes: headers.original.length, names: headers.parsed.map(({ key }) => String(key)) };
}
