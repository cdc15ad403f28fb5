import { readMailParts } from "@ruaflow/dmarc/testing";
import type { ReadMailParts } from "./fuzz-mail.ts";

/** Readers that take a reading for plain which is not, as they did before or could. */
export const brokenMailReaders: Readonly<Record<string, ReadMailParts>> = {
  "a header that is always plain": async (mail) => {
    const read = await readMailParts(mail);
    return read && { ...read, header: { ...read.header, isPlain: true } };
  },
  "parts behind a lone carriage return": async (mail) => {
    const read = await readMailParts(mail);
    const without = await readMailParts(Buffer.from(mail.toString("latin1").replace(/\r(?!\n)/g, "."), "latin1"));
    return read && without && { ...read, vouched: without.vouched };
  },
  "a mail that is enclosed": async (mail) => {
    const text = mail.toString("latin1").replaceAll("message/rfc822", "text/x-rfc822-");
    const read = await readMailParts(mail);
    const without = await readMailParts(Buffer.from(text, "latin1"));
    return read && without && { ...read, vouched: without.vouched };
  },
};
