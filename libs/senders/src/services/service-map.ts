import type { ServiceCategory } from "./categories.ts";
import { describeConflicts } from "./describe-conflicts.ts";
import { createNetworkIndex, type NetworkIndex } from "./network-index.ts";
import type { Service } from "./service.ts";
import { createSuffixIndex, findBySuffix, type SuffixIndex } from "./suffix-index.ts";

/** What is known of a source. Only what was proven may stand here: an unconfirmed name or a failed signature is anyone's claim. */
export interface ServiceEvidence {
  /** The address itself. */
  readonly sourceIp?: string;
  /** Reverse name of the address that leads back to the address (forward-confirmed). */
  readonly hostname?: string | null;
  /** Number of the autonomous system that announces the address. */
  readonly asn?: number | null;
  /** Domains (`d=`) of DKIM signatures that passed. */
  readonly dkimDomains?: readonly string[];
  /** Domains for which SPF passed. */
  readonly spfDomains?: readonly string[];
}

/** A service, and the evidence that names it. */
export interface FoundService {
  readonly service: Service;
  readonly by: "hostname" | "spf" | "asn" | "dkim";
}

export interface ServiceMap {
  /** All services, overrides first. */
  readonly services: readonly Service[];
  /** The service that a source belongs to; `null`: none that is known. */
  readonly findService: (evidence: ServiceEvidence) => FoundService | null;
  /** The service that signs with a domain, uses it as envelope sender, or names its servers so. */
  readonly findServiceOfDomain: (domain: string) => Service | null;
}

/** More domains of a source than these are not looked at. */
const DOMAINS_MAX = 64;

/**
 * Makes a map of the services and of overrides: entries of the same form, which win over the services for the same kind of evidence,
 * whichever suffix is longer. An override with the name of a service takes its place.
 * @throws {Error} with a sentence for each conflict between entries: see `describeConflicts`
 */
export function createServiceMap(services: readonly Service[], overrides: readonly Service[] = []): ServiceMap {
  const replaced = new Set(overrides.map(({ name }) => name));
  const kept = services.filter(({ name }) => !replaced.has(name));
  checkConflicts([...describeConflicts(kept, overrides), ...describeConflicts(overrides, kept)]);
  const index = createIndex(overrides, kept);
  return {
    services: [...overrides, ...kept],
    findService: (evidence) => findService(index, evidence),
    findServiceOfDomain: (domain) =>
      findBySuffix(index.dkim, domain) ?? findBySuffix(index.spf, domain) ?? findBySuffix(index.hostnames, domain),
  };
}

/** More conflicts than these are only counted: a list of overrides may be long. */
const CONFLICTS_SHOWN_MAX = 10;

function checkConflicts(conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  const rest = conflicts.length - CONFLICTS_SHOWN_MAX;
  const shown = conflicts.slice(0, CONFLICTS_SHOWN_MAX).join("; ");
  throw new Error(`services contradict each other: ${shown}${rest > 0 ? `; and ${rest} more` : ""}`);
}

/** Each kind of evidence with its services: those of the overrides, then the others. */
interface ServiceIndex {
  readonly hostnames: readonly SuffixIndex[];
  readonly dkim: readonly SuffixIndex[];
  readonly spf: readonly SuffixIndex[];
  readonly asns: ReadonlyMap<number, Service>;
  readonly networks: readonly NetworkIndex[];
}

function createIndex(overrides: readonly Service[], services: readonly Service[]): ServiceIndex {
  const layers = [overrides, services];
  return {
    hostnames: layers.map((layer) => createSuffixIndex(layer, ({ hostnames }) => hostnames)),
    dkim: layers.map((layer) => createSuffixIndex(layer, ({ dkimDomains }) => dkimDomains)),
    spf: layers.map((layer) => createSuffixIndex(layer, ({ spfDomains }) => spfDomains)),
    // Of two entries with the same key, a Map keeps the later one.
    asns: new Map([...services, ...overrides].flatMap((service) => service.asns.map((asn) => [asn, service] as const))),
    networks: layers.map(createNetworkIndex),
  };
}

/**
 * The order is that of what is proven of the address:
 *
 * 1. `hostname`: the owner of the address says whose server it is, and the service's own zone confirms it.
 * 2. `spf`: the service's zone lists the address. After the name, for a zone may list addresses of a larger service.
 * 3. `asn`: the address lies in a network of the service, or in one of its autonomous systems; these data are months old.
 * 4. `dkim`: the service signed the message, wherever it came from since: a signature survives forwarding.
 *
 * Then a service that sends through that one takes its place, for it is where the customer has an account: `sendsThrough`.
 */
function findService(index: ServiceIndex, evidence: ServiceEvidence): FoundService | null {
  const { hostname, spfDomains = [], dkimDomains = [] } = evidence;
  const byHostname = toFound("hostname", hostname ? findBySuffix(index.hostnames, hostname) : null);
  const bySpf = findAll("spf", spfDomains, index.spf);
  const byDkim = findAll("dkim", dkimDomains, index.dkim);

  const server = byHostname ?? bySpf[0] ?? toFound("asn", findByNetwork(index, evidence)) ?? byDkim[0];
  if (server === undefined) return null;
  return [...bySpf, ...byDkim].find((author) => sendsThrough(author, server.service)) ?? server;
}

/** Categories of services that send through servers of others. Of the rest, a signature at such a server means a forwarded mail. */
const AUTHORS: ReadonlySet<ServiceCategory> = new Set([
  "marketing",
  "crm",
  "support",
  "ecommerce",
  "hr_finance",
  "events_surveys",
  "collaboration",
  "developer",
  "social",
  "own",
]);

/**
 * Whether a service's mail leaves through a server of another. Delivery services do not forward, so a signature that
 * passed there was made for what the customer handed over. Servers at hosting companies do: there, only the
 * service's own SPF record shows that it sends from them.
 */
function sendsThrough({ service, by }: FoundService, server: Service): boolean {
  if (service.partOf === server.name) return true;
  if (!AUTHORS.has(service.category)) return false;
  return server.category === "email_delivery" || (server.category === "hosting" && by === "spf");
}

function findByNetwork({ networks, asns }: ServiceIndex, { sourceIp = "", asn }: ServiceEvidence): Service | null {
  const found = networks.reduce<Service | null>((first, index) => first ?? index.find(sourceIp), null);
  return found ?? (asn ? (asns.get(asn) ?? null) : null);
}

function findAll(by: FoundService["by"], names: readonly string[], indexes: readonly SuffixIndex[]): FoundService[] {
  return names.slice(0, DOMAINS_MAX).flatMap((name) => toFound(by, findBySuffix(indexes, name)) ?? []);
}

function toFound(by: FoundService["by"], service: Service | null): FoundService | undefined {
  return service === null ? undefined : { service, by };
}
