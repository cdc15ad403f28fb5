import { expect, test } from "vitest";
import { createProgram } from "../program.ts";
import { type NamedRemaining, toText } from "./to-text.ts";

const found = { missing: 1, altered: 0, doubled: 0, unknown: 0 };
const place = { organizationId: "org_1", domainId: "dom_1", day: "2026-01-31", difference: "missing" } as const;
const name = (index: number): NamedRemaining => ({
  ...place,
  reportId: `rpt_${index}`,
  domain: "example.com\u001b[31m",
  reason: index === 0 ? "bytes-not-kept" : null,
});

test("differences are listed with their reason, without control characters, and at most 50 of them", () => {
  const left = Array.from({ length: 52 }, (_, index) => name(index));
  const lines = toText({ reports: 60, found, repaired: 3, deleted: 1, left }, true).split("\n");
  expect(lines[0]).toBe("missing: rpt_0 example.com?[31m 2026-01-31 (its bytes are not kept)");
  expect(lines[1]).toBe("missing: rpt_1 example.com?[31m 2026-01-31");
  expect(lines.slice(50)).toEqual([
    "... and 2 more (--json lists them all)",
    "Reports compared: 60. Missing: 1, altered: 0, doubled: 0, unknown: 0.",
    "Repaired: 3. Deleted: 1. Still different: 52.",
    "",
  ]);
});

test("a comparison that finds something says that it changed nothing, and how to repair it", () => {
  const result = { reports: 1, found, repaired: 0, deleted: 0 };
  const advice = "Nothing was changed. Repair with: ruaflow reconcile --repair";
  expect(toText({ ...result, left: [name(0)] }, false)).toContain(advice);
  expect(toText({ ...result, left: [] }, false)).not.toContain(advice);
});

test("unknown rows are only deleted in a repair", async () => {
  const program = createProgram({ RUAFLOW_DATA_DIR: "/nonexistent/ruaflow" });
  const given = ["node", "ruaflow", "reconcile", "--delete-unknown"];
  await expect(program.parseAsync(given)).rejects.toThrow("--delete-unknown: needs --repair");
});
