import { expect, test } from "vitest";
import { countFairShare } from "./membership.ts";

test("the members' shares add up to all partitions and differ by at most one", () => {
  for (let partitions = 1; partitions <= 12; partitions += 1) {
    for (let members = 1; members <= 15; members += 1) {
      const shares = Array.from({ length: members }, (_, rank) => countFairShare(partitions, members, rank));
      expect(shares.reduce((sum, share) => sum + share)).toBe(partitions);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }
  }
});
