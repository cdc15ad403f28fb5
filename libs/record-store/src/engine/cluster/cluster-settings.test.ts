import { expect, test } from "vitest";
import { toClusterSettings } from "./cluster-settings.ts";

test.each([
  [1, "1"],
  [2, "2"],
  [3, "2"],
  [4, "3"],
  [5, "3"],
])("of %i replicas an insert needs %s", (replicas, quorum) => {
  expect(toClusterSettings({ name: "c", database: "db", replicas }).insert_quorum).toBe(quorum);
});

test("inserts are linear and reads sequential, which need one another", () => {
  expect(toClusterSettings({ name: "c", database: "db", replicas: 3 })).toMatchObject({
    insert_quorum_parallel: 0,
    select_sequential_consistency: "1",
    distributed_foreground_insert: 1,
  });
});
