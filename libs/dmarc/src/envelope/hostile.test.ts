import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ByteReader } from "./byte-reader.ts";
import { openEnvelope } from "./open-envelope.ts";
import { collectEntries } from "./testing/collect-entries.ts";
import { hostileSubmissions } from "./testing/hostile-submissions.ts";
import { u32 } from "./testing/zip-builder.ts";

const CPU_MS_MAX = 2000;
const MEMORY_MIB_MAX = 256;
/** What endless submissions are cut to: more than may be read of them. */
const SENT_BYTES_MAX = 24 * 1024 * 1024;

interface Result {
  readonly outcome: string;
  readonly cpuMs: number;
  readonly peakMib: number;
}

describe("hostile submissions", () => {
  const opener = spawn(
    process.execPath,
    ["--expose-gc", fileURLToPath(new URL("testing/open-hostile.ts", import.meta.url))],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const results = createInterface({ input: opener.stdout })[Symbol.asyncIterator]();

  async function openElsewhere(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Result> {
    const bytes = body instanceof Uint8Array ? body : await new ByteReader(body).take(SENT_BYTES_MAX);
    opener.stdin.write(u32(bytes.length));
    if (!opener.stdin.write(bytes)) await once(opener.stdin, "drain");
    const { value } = await results.next();
    return JSON.parse(value ?? "{}");
  }

  beforeAll(async () => {
    await openElsewhere(Buffer.from("<feedback/>"));
  });

  afterAll(() => {
    opener.kill();
  });

  test.each(hostileSubmissions)("$name: is capped or refused at little cost", async ({ build, outcome }) => {
    const result = await openElsewhere(build());
    expect(result.outcome).toBe(outcome);
    expect(result.cpuMs).toBeLessThan(CPU_MS_MAX);
    expect(result.peakMib).toBeLessThan(MEMORY_MIB_MAX);
  });
});

test("the body is not read on once a limit is passed", async () => {
  let readBytes = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; ; readBytes += 1000) yield Buffer.alloc(1000, "<feedback>");
  }
  expect(await collectEntries(endless(), { limits: { inputBytesMax: 50_000 } })).toEqual(["s: input-too-large"]);
  expect(readBytes).toBeLessThanOrEqual(50_000);
});

test("an endless body in which nothing is found is not read to its end", async () => {
  let chunks = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; ; chunks += 1) yield Buffer.alloc(4096, "nothing ");
  }
  for await (const entry of openEnvelope(endless())) expect(entry).toMatchObject({ what: "no-report" });
  expect(chunks).toBeLessThan(3);
});
