import { toOrganization } from "../rules/names.ts";
import { toPhrase } from "../rules/sentences/quoting.ts";

/** Where the name of a sender comes from. */
export const senderKinds = ["service", "owner", "hostname", "none"] as const;

export type SenderKind = (typeof senderKinds)[number];

/** The one name of a source in every view. A name has one kind only. */
export interface Sender {
  /** Bounded and without control characters, but not escaped; empty: it has none. */
  readonly name: string;
  readonly kind: SenderKind;
}

export interface KnownSender {
  readonly service: { readonly name: string } | null;
  /** Owner of the network. */
  readonly organization: string | null;
  /** A name that leads back to the address. */
  readonly hostname: string | null;
}

/**
 * Names a sender: by its service, else by the owner of its network, else by the registrable domain of its verified reverse name. Who
 * registers a network or a domain chooses its name: one that reads like a service says what it is.
 *
 * @param serviceNames names of all services, in lower case
 */
export function nameSender(
  { service, organization, hostname }: KnownSender,
  serviceNames: ReadonlySet<string>,
): Sender {
  if (service !== null) return { name: service.name, kind: "service" };
  const owner = toPhrase(organization ?? "").trim();
  if (owner !== "") {
    const isLikeAnother = serviceNames.has(owner.toLowerCase()) || toOrganization(owner) !== null;
    return { name: isLikeAnother ? `${owner} (network owner)` : owner, kind: "owner" };
  }
  const domain = hostname === null ? null : toOrganization(hostname);
  if (domain === null) return { name: "", kind: "none" };
  return { name: serviceNames.has(domain) ? `${domain} (host name)` : domain, kind: "hostname" };
}
