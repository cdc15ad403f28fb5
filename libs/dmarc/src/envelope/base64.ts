import type { ByteReader } from "./byte-reader.ts";

const foreign = /[^A-Za-z0-9+/]+/g;

/** Decodes base64 in flat memory. Skips characters outside its alphabet, as mail programs do (RFC 2045, 6.8). */
export async function* decodeBase64(content: ByteReader): AsyncGenerator<Buffer> {
  let rest = "";
  for await (const chunk of content.stream()) {
    const text = rest + chunk.toString("latin1").replace(foreign, "");
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), "base64");
  }
  if (rest.length > 1) yield Buffer.from(rest, "base64");
}
