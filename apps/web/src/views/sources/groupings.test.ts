import { expect, test } from "vitest";
import { readGrouping } from "./groupings.ts";

test.for([
  [{}, "sender"],
  [{ by: "other" }, "sender"],
  [{ by: "owner" }, "source_organization"],
  [{ by: "class" }, "class"],
  [{ by: "country" }, "country"],
  [{ by: "address" }, undefined],
  [{ by: "owner", source_ip: "192.0.2.1" }, undefined],
] as const)("%j shows groups by %s", ([query, groupBy]) => {
  expect(readGrouping(query)?.groupBy).toBe(groupBy);
});
