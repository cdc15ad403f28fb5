import type { Service } from "../services/service.ts";
import type { ServiceMap } from "../services/service-map.ts";
import { findTenant, isMicrosoftDefault, isTenantLike } from "./default-signatures.ts";
import { isForwarderName } from "./forwarder-names.ts";
import { type Identities, type Identity, splitIdentities } from "./identities.ts";
import { toName } from "./names.ts";
import { isForwardingService, type SourceFacts } from "./source-facts.ts";
import type { AuthResult, DomainContext, MailGroup } from "./source-mail.ts";

/** What the rules may ask of messages that look the same. */
export interface GroupFacts {
  readonly group: MailGroup;
  /** The From domain in comparable form; that of the context where the report names none. */
  readonly from: string;
  readonly source: SourceFacts;
  readonly context: DomainContext;
  /** Signatures; those without a domain stand for "no signature" and are left out. */
  readonly dkim: Identities;
  /** Envelope senders. */
  readonly spf: Identities;
  /** Passing identities of others. */
  readonly foreignDkim: readonly Identity[];
  readonly foreignSpf: readonly Identity[];
}

export function toGroupFacts(
  group: MailGroup,
  { source, context, services }: { source: SourceFacts; context: DomainContext; services: ServiceMap },
): GroupFacts {
  const from = toName(group.headerFrom) ?? context.domain;
  const signatures = group.dkim
    .filter(({ domain, result }) => domain.trim() !== "" && !/^\s*none\s*$/i.test(result))
    .map((signature) => (isTheAlignedOne(signature, group) ? signature : toSignature(signature)));
  const dkim = splitIdentities(signatures, from, services);
  const spf = splitIdentities(group.spf, from, services);
  return { group, from, source, context, dkim, spf, foreignDkim: listPasses(dkim), foreignSpf: listPasses(spf) };
}

/** The signature that counts as aligned is the domain's, whatever its selector is named. */
function isTheAlignedOne(signature: AuthResult, { dkimAligned, dkim }: MailGroup): boolean {
  return dkimAligned && dkim.every((other) => other === signature || findTenant(other.selector ?? "") !== null);
}

/** Some reporters name the From domain in place of the signer; of what is not aligned, a selector that has its tenant in it is right. */
function toSignature(signature: AuthResult): AuthResult {
  const tenant = findTenant(signature.selector ?? "");
  return tenant === null ? signature : { ...signature, domain: tenant };
}

function listPasses({ foreign }: Identities): Identity[] {
  return foreign.filter(({ domain, result }) => result === "pass" && domain !== "");
}

/** The source is the organization's, by its own servers, by a service that it uses, or by its word. */
export function isOwnSource({ source }: GroupFacts): boolean {
  return source.isOwnServer || source.isAtOwnService || source.override?.ours === true;
}

/** Signatures of the From domain's organization that were checked and did not pass. */
export function brokenSignatures({ dkim }: GroupFacts): Identity[] {
  return dkim.own.filter((signature) => signature.result !== "pass" && !isTemporary(signature));
}

/** Own identities that passed, by DKIM or SPF. */
export function ownPasses({ dkim, spf }: GroupFacts): Identity[] {
  return [...dkim.own, ...spf.own].filter(({ result }) => result === "pass");
}

/** Own identities that passed where the reporter left out whether they count; a raw pass that aligns does (RFC 9989). */
export function uncountedPasses({ group: { leftOut = [] }, dkim, spf }: GroupFacts): Identity[] {
  return leftOut.flatMap((kind) => (kind === "dkim" ? dkim.own : spf.own)).filter(({ result }) => result === "pass");
}

const TEMPORARY: ReadonlySet<string> = new Set(["temperror", "error"]);
/** Results that say that a signature could not be checked, so that nothing is said against the message (RFC 8601, section 2.7.1). */
const KEY_FAULTS: ReadonlySet<string> = new Set(["permerror", "neutral", "invalid"]);
/** A signature was checked, but the receiver's own rules do not accept it (RFC 8601, section 2.7.1). */
const REFUSED = "policy";
/** `fail` under each of its names; RFC 5451 called it `hardfail`. */
const FAILURES: ReadonlySet<string> = new Set(["fail", "softfail", "hardfail"]);

export function isTemporary({ result }: Identity): boolean {
  return TEMPORARY.has(result);
}

export function isKeyFault({ result }: Identity): boolean {
  return KEY_FAULTS.has(result);
}

export function isRefused({ result }: Identity): boolean {
  return result === REFUSED;
}

/** The domain's organization signed, and the receiver's own rules accept none of the signatures that it checked. */
export function isSignatureRefused(facts: GroupFacts): boolean {
  const broken = brokenSignatures(facts);
  return broken.length > 0 && broken.every(isRefused);
}

/** The SPF record says that the source may not send; or the signature was checked and is wrong. */
export function isFailure({ result }: Identity): boolean {
  return FAILURES.has(result);
}

/** The source shows by its service, its name or its envelope senders that it passes mail of others on. */
export function comesFromForwarder(facts: GroupFacts): boolean {
  return facts.source.forwards || onlyForwards(facts);
}

/** It does nothing else, as a mailbox provider does, whose customers also send. */
export function onlyForwards({ source, foreignSpf, foreignDkim }: GroupFacts): boolean {
  if (source.found?.service.category === "forwarding") return true;
  if (source.hostname !== null && isForwarderName(source.hostname)) return true;
  return [...foreignSpf, ...foreignDkim].some(
    ({ domain, service }) => isForwarderName(domain) || service?.category === "forwarding",
  );
}

/** Another tenant of Microsoft 365 signed, too: mail comes to a tenant by being sent to it. */
export function isSignedByAnotherTenant({ foreignDkim, from }: GroupFacts): boolean {
  return foreignDkim.some(({ domain }) => isMicrosoftDefault(domain) && !isTenantLike(domain, from));
}

/** The envelope sender of a third domain at a source that forwards: the forwarder put it there. */
export function isEnvelopeRewritten({ source, foreignSpf }: GroupFacts): boolean {
  const name = source.found?.service.name;
  return source.forwards && foreignSpf.some(({ service }) => service === null || service.name !== name);
}

/**
 * Envelope senders of others, whatever SPF says of them: the server that passed the mail on put them there, or kept them. Not those of a
 * service that sends under its own return path, nor the name of the server, which SPF checks where the envelope is empty.
 */
export function foreignEnvelopes({ source, spf }: GroupFacts): Identity[] {
  const name = source.found?.service.name;
  return spf.foreign.filter(
    ({ domain, service }) =>
      domain !== "" &&
      domain !== source.hostname &&
      (service === null || (service.name !== name && !isSender(service))),
  );
}

/** The reporter counts the envelope of others as aligned. */
export function isForeignEnvelopeCounted({ group, spf, foreignSpf }: GroupFacts): boolean {
  return group.spfAligned && spf.own.length === 0 && foreignSpf.length > 0;
}

/** A service that sends what its customers write, and passes on nothing of others. */
export function isSendingService(facts: GroupFacts): boolean {
  const { found } = facts.source;
  if (found === null || found.by === "dkim") return false;
  return isSender(found.service);
}

function isSender(service: Service): boolean {
  return !isForwardingService(service) && !["hosting", "isp", "social"].includes(service.category);
}

/** Where nothing of the domain's mail passes, nothing tells a forger from a sender that is not finished. */
export function isDomainAuthenticated({ context }: GroupFacts): boolean {
  return context.passingDomains.size > 0;
}

/** Reasons that receivers give for mail that came through others (RFC 7489, appendix C; RFC 9990). */
const FORWARDING_REASONS: ReadonlySet<string> = new Set(["forwarded", "mailing_list", "trusted_forwarder", "arc"]);

/** The receiver says that it got the mail through another server. */
export function isReportedForward({ group }: GroupFacts): boolean {
  return group.reasons.some((reason) => FORWARDING_REASONS.has(reason.trim().toLowerCase()));
}
