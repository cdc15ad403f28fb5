import { BlockList, isIPv4 } from "node:net";
import type { SenderOverride } from "@ruaflow/metadata-store/sources";
import type { Override } from "@ruaflow/senders/rules";

type Said = Pick<SenderOverride, "kind" | "value" | "ours">;

/**
 * Finds what an organization says of a source, as the rules read it: of the ranges those that contain the address, the smallest one
 * first; of services and domains all.
 */
export function createOverrideFinder(overrides: readonly Said[]): (sourceIp: string) => readonly Override[] {
  const ranges = overrides
    .filter(({ kind }) => kind === "source_ip")
    .map(toRange)
    .sort((a, b) => b.prefix - a.prefix);
  const others = overrides.flatMap(({ kind, value, ours }) => (kind === "source_ip" ? [] : [{ kind, value, ours }]));
  return (sourceIp) => [
    ...ranges
      .filter(({ contains }) => contains(sourceIp))
      .map(({ ours }) => ({ kind: "source", value: sourceIp, ours }) as const),
    ...others,
  ];
}

function toRange({ value, ours }: Said) {
  const [address = "", bits] = value.split("/");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  const prefix = bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits);
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  // A range of one family never contains an address of the other.
  const contains = (sourceIp: string) => isIPv4(sourceIp) === (family === "ipv4") && list.check(sourceIp, family);
  return { ours, prefix, contains };
}
