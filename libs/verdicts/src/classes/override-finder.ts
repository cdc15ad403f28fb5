import type { SenderOverride } from "@ruaflow/metadata-store/sources";
import { parseAddressRange } from "@ruaflow/runtime/addresses";
import type { Override } from "@ruaflow/senders/rules";

type Said = Pick<SenderOverride, "kind" | "value" | "ours">;

/**
 * Finds what an organization says of a source, as the rules read it: of the ranges those that contain the address, the smallest one
 * first; of services and domains all.
 */
export function createOverrideFinder(overrides: readonly Said[]): (sourceIp: string) => readonly Override[] {
  const ranges = overrides
    .filter(({ kind }) => kind === "source_ip")
    .map(({ value, ours }) => ({ ours, range: parseAddressRange(value) }))
    .sort((a, b) => b.range.length - a.range.length);
  const others = overrides.flatMap(({ kind, value, ours }) => (kind === "source_ip" ? [] : [{ kind, value, ours }]));
  return (sourceIp) => [
    ...ranges
      .filter(({ range }) => range.contains(sourceIp))
      .map(({ ours }) => ({ kind: "source", value: sourceIp, ours }) as const),
    ...others,
  ];
}
