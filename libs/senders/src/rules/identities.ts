import type { Service } from "../services/service.ts";
import type { ServiceMap } from "../services/service-map.ts";
import { findServiceOfName, toName, toOrganization } from "./names.ts";
import type { AuthResult } from "./source-mail.ts";

/** A domain for which DKIM or SPF was checked, in comparable form. */
export interface Identity {
  /** Lower-case A-label of at least two labels; `""`: the report names no such domain (`NULL`, an address, nothing). */
  readonly domain: string;
  /** The domain as the report gives it, without spaces around it. */
  readonly given: string;
  readonly selector: string | null;
  /** Lower-case; `pass`, or any other text. */
  readonly result: string;
  /** The service whose domain it is. */
  readonly service: Service | null;
}

/** Identities of the organization that the From header names, and of others. */
export interface Identities {
  readonly own: readonly Identity[];
  readonly foreign: readonly Identity[];
}

/** RFC 9990 allows a report as many signatures of a message. */
const RESULTS_MAX = 100;

/** Splits results by whose domain they name. Alignment is that of relaxed mode: the same organizational domain (RFC 9989). */
export function splitIdentities(
  results: readonly AuthResult[],
  from: string,
  services: Pick<ServiceMap, "findServiceOfDomain">,
): Identities {
  const organization = toOrganization(from);
  const identities = results.slice(0, RESULTS_MAX).map((result) => toIdentity(result, services));
  const isOwn = ({ domain }: Identity) => organization !== null && toOrganization(domain) === organization;
  return { own: identities.filter(isOwn), foreign: identities.filter((identity) => !isOwn(identity)) };
}

function toIdentity(
  { domain, selector, result }: AuthResult,
  services: Pick<ServiceMap, "findServiceOfDomain">,
): Identity {
  const name = toName(domain) ?? "";
  return {
    domain: name.includes(".") ? name : "",
    given: domain.trim(),
    selector: selector?.trim() || null,
    result: result.trim().toLowerCase(),
    service: name === "" ? null : findServiceOfName(services, name),
  };
}

/** Whether a result is a pass, as reports write it. */
export function isPass({ result }: Pick<AuthResult, "result">): boolean {
  return result.trim().toLowerCase() === "pass";
}

/** Whether a domain is another one or lies below it. */
export function isWithin(domain: string, above: string): boolean {
  return domain === above || domain.endsWith(`.${above}`);
}
