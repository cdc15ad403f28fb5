import { afterAll, describe, expect, test } from "vitest";
import { MeasuredProcess } from "../testing/measured-process.ts";
import { openEnvelope } from "./open-envelope.ts";
import { collectEntries } from "./testing/collect-entries.ts";
import { hostileSubmissions } from "./testing/hostile-submissions.ts";

const CPU_MS_MAX = 2000;
/** The process, with its engine. Ordinary peaks are 250 to 266, by when memory is collected; input that is not capped takes gigabytes. */
const MEMORY_MIB_MAX = 320;
/** The corpora that are promised. */
const SUBMISSIONS_MIN = { archives: 150, mails: 120 };

describe.each(["archives", "mails"] as const)("hostile %s", (kind) => {
  const opener = new MeasuredProcess(new URL("testing/open-hostile.ts", import.meta.url));
  const submissions = hostileSubmissions[kind];

  afterAll(() => opener.close());

  test("are opened where no file can be written and each socket is noticed", async () => {
    expect(await opener.guards).toEqual({ writing: "ERR_ACCESS_DENIED", opened: ["TCPWRAP", "TCPCONNECTWRAP"] });
  });

  test("are many, each with a name of its own", () => {
    expect(new Set(submissions.map(({ name }) => name)).size).toBe(submissions.length);
    expect(submissions.length).toBeGreaterThanOrEqual(SUBMISSIONS_MIN[kind]);
  });

  test.each(submissions)("$name: is capped or refused at little cost", async ({ build, outcome }) => {
    const { outcomes, cpuMs, peakMib, opened } = await opener.measure(build());
    expect(typeof outcome === "string" ? outcomes.at(-1) : outcomes).toEqual(outcome);
    expect(cpuMs).toBeLessThan(CPU_MS_MAX);
    expect(peakMib).toBeLessThan(MEMORY_MIB_MAX);
    expect(opened).toEqual([]);
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
