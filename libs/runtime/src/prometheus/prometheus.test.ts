import { describe, expect, test } from "vitest";
import { createMetrics } from "./index.ts";

function create() {
  const errors: [string, unknown][] = [];
  const onGaugeError = (name: string, error: unknown) => errors.push([name, error]);
  const metrics = createMetrics({ gaugeTimeoutMs: 50, onGaugeError });
  metrics.gauge("good", "Can be read.", () => 7);
  return { metrics, errors };
}

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
