import type { UnprovenBound } from "@ruaflow/metadata-store/intake";

/** Bounds, by UTC day, on mail over SMTP whose sender proves nothing: anyone on the internet can send it. */
export interface UnprovenLimits {
  /** Reports about one domain. */
  readonly domain: UnprovenBound;
  /** Mail from one network: the /24 of IPv4, the /48 of IPv6. */
  readonly network: UnprovenBound;
}

const MIB = 1024 * 1024;

/**
 * The largest report that was seen has 3,555 records. A network may be that of a mailbox provider that reports on all domains of an
 * organization.
 */
export const UNPROVEN_LIMITS: UnprovenLimits = {
  domain: { bytesMax: 10 * MIB, recordsMax: 20_000 },
  network: { bytesMax: 128 * MIB, recordsMax: 200_000 },
};
