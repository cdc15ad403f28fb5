import { isIP } from "node:net";
import { toDomainName } from "@ruaflow/dmarc";
import { invalidAt } from "@ruaflow/http";
import type { SenderOverride } from "@ruaflow/metadata-store/sources";
import { findNearestName } from "@ruaflow/runtime/nearest-name";
import type { Service } from "@ruaflow/senders";

const POINTER = "/body/value";

/**
 * The value as it is kept: a service's name as the map writes it, a canonical range, or a lower-case A-label.
 * @throws {ProblemError} 400 for a text that is no such value
 */
export function readOverrideValue(
  { kind, value }: Pick<SenderOverride, "kind" | "value">,
  services: readonly Service[],
): string {
  switch (kind) {
    case "service":
      return readService(value, services);
    case "source_ip":
      return readRange(value);
    case "domain":
      return readDomain(value);
  }
}

function readService(value: string, services: readonly Service[]): string {
  const wanted = value.trim().toLowerCase();
  const names = services.map(({ name }) => name);
  const found = names.find((name) => name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const nearest = findNearestName(value, names);
  const hint = nearest === null ? "use the name that sources show as service" : `did you mean "${nearest}"?`;
  throw invalidAt(POINTER, `is not a known service: ${hint}`);
}

function readDomain(value: string): string {
  const name = toDomainName(value);
  if (name?.includes(".")) return name;
  throw invalidAt(POINTER, "is not a domain such as mailer.example");
}

/** Shorter prefixes would be about much of the Internet. */
const PREFIX_MIN = { 4: 8, 6: 16 } as const;

function readRange(value: string): string {
  const [address = "", bits, ...others] = value.trim().split("/");
  const version = isIP(address);
  if (version !== 4 && version !== 6) throw noRange();
  const max = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  const isRange = prefix <= max && others.length === 0 && !address.includes("%");
  if (!isRange) throw noRange();
  const min = PREFIX_MIN[version];
  if (prefix < min) throw invalidAt(POINTER, `must be a range of at least /${min}`);
  return prefix === max ? address.toLowerCase() : `${address.toLowerCase()}/${prefix}`;
}

function noRange(): Error {
  return invalidAt(POINTER, "is not an IP address or a CIDR range such as 192.0.2.0/24");
}
