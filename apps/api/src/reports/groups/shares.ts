interface Failing {
  readonly messages: number;
  readonly passed: number;
}

/** A share has one decimal. */
const PARTS = 1000;

/**
 * Each group's percentage of all failed messages, with one decimal. The shares of all groups add up to exactly 100: what rounding down
 * leaves goes to the largest remainders, of equal ones to the first group. Groups beyond the given ones have what these do not.
 *
 * @param failed messages of all groups
 */
export function toShares<Group extends Failing>(groups: readonly Group[], failed: number): ReadonlyMap<Group, number> {
  const given = groups.map((group) => ({ group, count: group.messages - group.passed }));
  const rest = failed - given.reduce((sum, { count }) => sum + count, 0);
  const all = [...given, { group: null, count: rest }].map((one) => {
    const exact = failed === 0 ? 0 : (PARTS * one.count) / failed;
    return { ...one, parts: Math.floor(exact), remainder: exact - Math.floor(exact) };
  });
  const left = failed === 0 ? 0 : PARTS - all.reduce((sum, { parts }) => sum + parts, 0);
  const raised = new Set([...all].sort((a, b) => b.remainder - a.remainder).slice(0, left));
  return new Map(
    all.flatMap((one): [Group, number][] =>
      one.group === null ? [] : [[one.group, (one.parts + (raised.has(one) ? 1 : 0)) / (PARTS / 100)]],
    ),
  );
}
