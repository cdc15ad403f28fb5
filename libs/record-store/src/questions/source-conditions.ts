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
