// Opens submissions in a separate process, so that the memory measured is that of opening them, not of building them.
// Run with --expose-gc, so that one submission does not pay for the garbage of those before it.
// Input: any number of submissions, each behind its length as 32 bits. Output: one line of JSON for each.
import { ByteReader } from "../byte-reader.ts";
import { collectEntries } from "./collect-entries.ts";

const input = new ByteReader(process.stdin);

for (let length = await input.take(4); length.length === 4; length = await input.take(4)) {
  const bytes = length.readUInt32LE();
  let unreadBytes = bytes;
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input.stream(bytes)) {
      unreadBytes -= chunk.length;
      yield chunk;
    }
  }
  const started = process.cpuUsage();
  const entries = await collectEntries(body());
  const { user, system } = process.cpuUsage(started);
  await input.skip(unreadBytes);
  const outcome = entries.at(-1)?.replace(/^.*?: /s, "");
  const peakMib = process.resourceUsage().maxRSS / 1024;
  globalThis.gc?.();
  console.log(JSON.stringify({ outcome, cpuMs: (user + system) / 1000, peakMib }));
}
