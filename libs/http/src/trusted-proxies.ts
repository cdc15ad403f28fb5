import { BlockList, isIP } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";

/**
 * Parses comma-separated addresses and prefixes: `127.0.0.1, 10.1.0.0/16, fd00::/8`.
 * @throws {UsageError} with the part that is invalid, or whose prefix length is 0 and so includes every address
 */
export function parseTrustedProxies(text: string): string[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    if (!isRange(part)) {
      const expected = "expected an address or a prefix such as 10.1.0.0/16 or fd00::/8";
      throw new UsageError(`RUAFLOW_TRUSTED_PROXIES: "${part}" is not a valid address range: ${expected}.`);
    }
  }
  return parts;
}

function isRange(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}

/** Whether an address is one of the ranges that `parseTrustedProxies` returned. */
export function createProxyCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", length] = range.split("/");
    const family = toFamily(address);
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, toFamily(address));
}

function toFamily(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
