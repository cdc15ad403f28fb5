import { ByteReader } from "../envelope/submission/byte-reader.ts";
import { takeOpened, tryGuards } from "./outside.ts";

/** The last outcomes are told; an archive may have a thousand. */
const OUTCOMES_MAX = 10;

/**
 * Reads hostile input in a process of its own, so that the memory measured is that of reading it, not of making it. Run
 * by `MeasuredProcess`, with --expose-gc, so that one input does not pay for the garbage of those before it.
 *
 * Input: any number of bodies, each behind its length as 32 bits. Output: a line of JSON about the guards, then one for
 * each body.
 */
export async function measureInput(read: (body: AsyncIterable<Uint8Array>) => Promise<readonly string[]>) {
  const input = new ByteReader(process.stdin);
  console.log(JSON.stringify(await tryGuards()));
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
    const outcomes = await read(body()).catch(describeThrown);
    const { user, system } = process.cpuUsage(started);
    await input.skip(unreadBytes);
    const peakMib = process.resourceUsage().maxRSS / 1024;
    globalThis.gc?.();
    const cpuMs = (user + system) / 1000;
    console.log(JSON.stringify({ outcomes: outcomes.slice(-OUTCOMES_MAX), cpuMs, peakMib, opened: takeOpened() }));
  }
}

/** No input may make a reader throw; one that does must not hide what the inputs after it do. */
function describeThrown(error: unknown): readonly string[] {
  return [`thrown: ${error instanceof Error ? error.stack : error}`];
}
