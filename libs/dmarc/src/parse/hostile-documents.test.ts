import { afterAll, describe, expect, test } from "vitest";
import { MeasuredProcess } from "../testing/measured-process.ts";
import { hostileDocuments } from "./testing/hostile-documents.ts";

const CPU_MS_MAX = 2000;
const MEMORY_MIB_MAX = 256;
/** The corpus that is promised; a report cut at each of its bytes comes on top, in streaming.test.ts. */
const DOCUMENTS_MIN = 200;

describe("hostile documents", () => {
  const parser = new MeasuredProcess(new URL("testing/parse-hostile.ts", import.meta.url));

  afterAll(() => parser.close());

  test("are parsed where no file can be written and each socket is noticed", async () => {
    expect(await parser.guards).toEqual({ writing: "ERR_ACCESS_DENIED", opened: ["TCPWRAP", "TCPCONNECTWRAP"] });
  });

  test("are many, each with a name of its own", () => {
    expect(new Set(hostileDocuments.map(({ name }) => name)).size).toBe(hostileDocuments.length);
    expect(hostileDocuments.length).toBeGreaterThanOrEqual(DOCUMENTS_MIN);
  });

  test.each(hostileDocuments)("$name: is refused or read at little cost", async ({ build, outcome }) => {
    const { outcomes, cpuMs, peakMib, opened } = await parser.measure(build());
    expect(outcomes).toEqual([outcome]);
    expect(cpuMs).toBeLessThan(CPU_MS_MAX);
    expect(peakMib).toBeLessThan(MEMORY_MIB_MAX);
    expect(opened).toEqual([]);
  });
});
