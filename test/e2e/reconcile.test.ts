import { expect, test } from "vitest";
import { runReconcile } from "../chaos/reconcile/run.ts";

test("200 of 2,000 reports that are tampered with are found and repaired, with no false alarm", async () => {
  const result = await runReconcile({ reports: 2000, tampered: 200, log: () => undefined });
  expect(result).toEqual({
    comparisonsMeanwhile: expect.any(Number),
    alarmsMeanwhile: 0,
    alarmsOnClean: [0, 0, 0],
    recognized: 200,
    mistaken: [],
    left: 0,
    differences: [],
  });
  expect(result.comparisonsMeanwhile).toBeGreaterThan(0);
}, 600_000);
