import { describe, expect, test } from "vitest";
import { createMetrics } from "./index.ts";

function create() {
  const errors: [string, unknown][] = [];
  const onGaugeError = (name: string, error: unknown) => errors.push([name, error]);
  const metrics = createMetrics({ gaugeTimeoutMs: 50, onGaugeError });
  metrics.gauge("good", "Can be read.", () => 7);
  return { metrics, errors };
}

test("a labeled gauge has a series for each value that is known at the scrape", async () => {
  const { metrics } = create();
  const values = new Map([["one", 1]]);
  metrics.labeledGauge({ name: "parts", help: "By name.", label: "part", read: () => values });
  expect(await metrics.render()).toMatch(/^parts\{part="one"\} 1$/m);
  values.set("two", 2.5);
  expect(await metrics.render()).toMatch(/^parts\{part="two"\} 2.5$/m);
});

describe("a gauge that cannot be read", () => {
  test("is left out of the scrape and counted, while all other metrics are served", async () => {
    const { metrics } = create();
    metrics.gauge("broken", "Cannot be read.", () => Promise.reject(new Error("The store is away.")));
    const text = await metrics.render();
    expect(text).toMatch(/^good 7$/m);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toMatch(/^broken /m);
    expect(text).toMatch(/^ruaflow_metrics_failed_reads_total\{metric="broken"\} 1$/m);
  });

  test("delays the scrape only for a limited time when it hangs, and is not read again meanwhile", async () => {
    const { metrics, errors } = create();
    const answer = Promise.withResolvers<number>();
    let reads = 0;
    metrics.gauge("hanging", "Does not answer.", () => {
      reads += 1;
      return answer.promise;
    });
    const text = await metrics.render();
    expect(text).toMatch(/^good 7$/m);
    expect(text).not.toMatch(/^hanging /m);
    expect(errors).toEqual([["hanging", new Error("no answer within 50 ms")]]);
    const second = metrics.render();
    answer.resolve(3);
    expect(await second).toMatch(/^hanging 3$/m);
    expect(reads).toBe(1);
  });

  test("is reported once per outage, and has a value again after it", async () => {
    const { metrics, errors } = create();
    let isAway = true;
    metrics.gauge("store", "Depends on a store.", async () => {
      if (isAway) throw new Error("The store is away.");
      return 1;
    });
    await metrics.render();
    await metrics.render();
    expect(errors).toEqual([["store", new Error("The store is away.")]]);
    isAway = false;
    expect(await metrics.render()).toMatch(/^store 1$/m);
    isAway = true;
    expect(await metrics.render()).not.toMatch(/^store /m);
    expect(errors).toHaveLength(2);
  });
});

test("a counter begins at 0 with every combination of its labels, so that the first burst is an increase", async () => {
  const { metrics } = create();
  const labels = { channel: ["smtp", "upload"], state: ["stored", "refused"] };
  const counter = metrics.counter("submissions_total", "Submissions.", labels);
  metrics.counter("plain_total", "Without labels.");
  const unknown = metrics.counter("others_total", "With a label that cannot be known.", { kind: [] });
  const read = async () =>
    (await metrics.render()).split("\n").filter((line) => /^(submissions|plain|others)/.test(line));
  const none = [
    'submissions_total{channel="smtp",state="stored"} 0',
    'submissions_total{channel="smtp",state="refused"} 0',
    'submissions_total{channel="upload",state="stored"} 0',
  ];
  expect(await read()).toEqual([...none, 'submissions_total{channel="upload",state="refused"} 0', "plain_total 0"]);
  counter.inc({ channel: "upload", state: "refused" }, 500);
  unknown.inc({ kind: "new" });
  expect(await read()).toEqual([
    ...none,
    'submissions_total{channel="upload",state="refused"} 500',
    "plain_total 0",
    'others_total{kind="new"} 1',
  ]);
});

test("failed reads of a gauge are counted from 0", async () => {
  const { metrics } = create();
  expect(await metrics.render()).toContain('ruaflow_metrics_failed_reads_total{metric="good"} 0');
});
