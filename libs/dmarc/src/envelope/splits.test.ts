import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collectEntries } from "./testing/collect-entries.ts";
import { buildOutlookMessage } from "./testing/compound-file-builder.ts";
import { attachment, buildMultipart, text } from "./testing/mail-builder.ts";
import { buildTar } from "./testing/tar-builder.ts";
import { buildZip } from "./testing/zip-builder.ts";

const xml = '<?xml version="1.0"?><feedback/>';
const large = `<feedback>${randomBytes(60_000).toString("hex")}</feedback>`;
const files = ["a", "b", "c"].map((name) => ({ name, data: name === "b" ? large : xml }));
const zip = buildZip(files);
const mail = buildMultipart([text("hi"), attachment("a.zip", zip), attachment("a.gz", gzipSync(xml))]);
const line = "From MAILER-DAEMON Fri Jul  8 12:08:34 2011\n";

const submissions: Record<string, Buffer> = {
  xml: Buffer.from(` ${large}`),
  gzip: Buffer.concat([gzipSync(large), gzipSync("<!-- -->"), Buffer.from("trailing")]),
  "cut gzip": gzipSync(large).subarray(0, 40_000),
  "gzip in gzip": gzipSync(gzipSync(large)),
  zip,
  tar: buildTar(files),
  "packed tar": gzipSync(buildTar(files)),
  "cut tar": gzipSync(buildTar(files)).subarray(0, 40_000),
  mail,
  mbox: Buffer.concat([Buffer.from(line), mail, Buffer.from(`\n\n${line}`), mail]),
  base64: Buffer.from(gzipSync(large).toString("base64").replace(/.{76}/g, "$&\r\n")),
  outlook: buildOutlookMessage([gzipSync(xml), mail.subarray(0, 9000)]),
  "too large": Buffer.alloc(200_000, "<"),
};

async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const length = lengths[i % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

test.each(Object.entries(submissions))("%s gives the same entries however its bytes are cut", async (_, bytes) => {
  const limits = { inputBytesMax: 190_000 };
  const whole = await collectEntries(inPieces(bytes, [bytes.length]), { limits });
  expect(whole.length).toBeGreaterThan(0);
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 90_000 })), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(lengths, async (cuts) => {
      const pieces = bytes.length / Math.max(...cuts) > 5000 ? [...cuts, 5000] : cuts;
      expect(await collectEntries(inPieces(bytes, [0, ...pieces]), { limits })).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});
