import { isIPv4 } from "node:net";
import type { Condition } from "./condition.ts";

/** A CIDR range, or one address. */
export interface AddressRange {
  /** IPv4 dotted, or IPv6; bits behind the prefix do not count. */
  readonly address: string;
  /** Bits; 32 or 128 for one address. */
  readonly prefixLength: number;
}

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address, as the store keeps IPv4. */
const MAPPED_BITS = 96;

/** Sources in a range of addresses. */
export function toRangeCondition({ address, prefixLength }: AddressRange): Condition {
  const isMapped = isIPv4(address);
  const range = "IPv6CIDRToRange({sourceAddress:IPv6}, {sourceBits:UInt8})";
  return {
    sql: `source_ip BETWEEN ${range}.1 AND ${range}.2`,
    params: {
      sourceAddress: isMapped ? `::ffff:${address}` : address,
      sourceBits: isMapped ? MAPPED_BITS + prefixLength : prefixLength,
    },
  };
}

/** Sources by a fact about them. Without the fact (an empty value) are those that no row with another value names. */
export function toFactCondition(fact: "organization" | "country", value: string): Condition {
  const [list, condition] = value === "" ? ["NOT IN", "!= ''"] : ["IN", `= {${fact}:String}`];
  const addresses = `SELECT address FROM source_facts FINAL WHERE ${fact} ${condition}`;
  return { sql: `source_ip ${list} (${addresses})`, params: value === "" ? {} : { [fact]: value } };
}

/** Addresses of one filter, which are sent in the request URL beside up to 10,000 domains: it has at most 1 MiB. */
export const SENDERS_MAX = 5_000;

/** A value of more than 128 KiB is refused; an IPv6 address in an URL has about 60 characters. */
const SENDERS_PER_VALUE = 1_000;

/** @param senders addresses, at most {@link SENDERS_MAX} */
export function toSendersCondition(senders: readonly string[]): Condition {
  if (senders.length === 0) return { sql: "false", params: {} };
  const starts = Array.from({ length: Math.ceil(senders.length / SENDERS_PER_VALUE) }, (_, index) => index);
  const pieces = starts.map(
    (index) => [`senders${index}`, senders.slice(index * SENDERS_PER_VALUE, (index + 1) * SENDERS_PER_VALUE)] as const,
  );
  const arrays = pieces.map(([name]) => `{${name}:Array(IPv6)}`).join(", ");
  return { sql: `source_ip IN arrayConcat(${arrays})`, params: Object.fromEntries(pieces) };
}
