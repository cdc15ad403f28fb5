import type { Random } from "./random.ts";

/** A sender of mail under a domain, legitimate or not. */
export interface Sender {
  readonly addresses: readonly string[];
  readonly headerFrom: string;
  readonly envelopeDomains: readonly string[];
  /** Signing domains and selectors, in the order receivers list them. */
  readonly signatures: readonly { readonly domain: string; readonly selector: string }[];
  readonly dkimPassRate: number;
  readonly spfPassRate: number;
  readonly spfAligned: boolean;
  readonly forwarder: boolean;
}

/** A monitored domain with its senders, the most frequent first. */
export interface DomainProfile {
  readonly domainId: string;
  readonly domain: string;
  readonly policy: string;
  readonly senders: readonly Sender[];
}

/** Creates a domain with an office mail service, some mailing services, forwarders and forgers. */
export function generateDomain(random: Random, index: number): DomainProfile {
  const domain = `${toWord(random, 9)}-${index}.${random.pick(["com", "org", "net", "de", "co.uk"])}`;
  const services = Array.from({ length: 1 + random.below(4) }, () => mailingService(random, domain));
  return {
    domainId: `dom_${toWord(random, 26)}`,
    domain,
    policy: random.pick(["none", "none", "quarantine", "reject"]),
    senders: [office(random, domain), ...services, forwarder(random, domain), forger(random, domain)],
  };
}

export function toWord(random: Random, length: number): string {
  let word = "";
  while (word.length < length) word += "abcdefghijklmnopqrstuvwxyz234567"[random.below(32)];
  return word;
}

function office(random: Random, domain: string): Sender {
  const addresses = Array.from({ length: 400 }, () =>
    random.next() < 0.3
      ? `2a01:111:f403:c${random.below(4096).toString(16)}::${(1 + random.below(7)).toString(16)}`
      : `40.107.${random.below(256)}.${random.below(256)}`,
  );
  return {
    addresses,
    headerFrom: domain,
    envelopeDomains: [domain],
    signatures: [{ domain, selector: "selector1" }],
    dkimPassRate: 0.99,
    spfPassRate: 0.98,
    spfAligned: true,
    forwarder: false,
  };
}

function mailingService(random: Random, domain: string): Sender {
  const service = `${toWord(random, 6)}.net`;
  const network = `${random.below(200) + 11}.${random.below(256)}.${random.below(256)}`;
  return {
    addresses: Array.from({ length: 3 + random.below(60) }, () => `${network}.${random.below(256)}`),
    headerFrom: random.pick([domain, `news.${domain}`]),
    envelopeDomains: [`bounce.${service}`],
    signatures: [
      { domain, selector: random.pick(["k1", "s1", "mail"]) },
      { domain: service, selector: "sel" },
    ],
    dkimPassRate: random.pick([0.995, 0.97, 0.2]),
    spfPassRate: 0.99,
    spfAligned: random.next() < 0.3,
    forwarder: false,
  };
}

function forwarder(random: Random, domain: string): Sender {
  return {
    addresses: Array.from({ length: 150 }, () => anyAddress(random)),
    headerFrom: domain,
    envelopeDomains: Array.from({ length: 40 }, () => `${toWord(random, 7)}.edu`),
    signatures: [{ domain, selector: "selector1" }],
    dkimPassRate: 0.8,
    spfPassRate: 0.7,
    spfAligned: false,
    forwarder: true,
  };
}

function forger(random: Random, domain: string): Sender {
  return {
    addresses: Array.from({ length: 4_000 }, () => anyAddress(random)),
    headerFrom: domain,
    envelopeDomains: Array.from({ length: 60 }, () => `${toWord(random, 8)}.xyz`),
    signatures: [],
    dkimPassRate: 0,
    spfPassRate: 0.3,
    spfAligned: false,
    forwarder: false,
  };
}

function anyAddress(random: Random): string {
  return `${1 + random.below(222)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
}
