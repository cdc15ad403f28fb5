import { type MailTransfer, toDomainName } from "@ruaflow/dmarc";
import type { DKIMResult } from "mailauth";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import { type MailAuthentication, MailAuthOutageError, type MailReason, type ProvenBy } from "./mail-authentication.ts";
import { createMailLookups, type MailLookups } from "./mail-lookups.ts";
import { toOrganizationalDomain } from "./organizational-domain.ts";
import type { Resolve } from "./resolver.ts";
import { toSignedText } from "./signed-text.ts";

export interface AuthenticateMailOptions {
  /** The SMTP session that transferred the mail; without it SPF is not checked. */
  readonly transfer?: MailTransfer;
  readonly resolve: Resolve;
}

/**
 * Finds out what proves the domain of a mail's From address: DMARC (RFC 9989), or where the domain has no DMARC record
 * an aligned DKIM signature or SPF. Never throws because of the mail's content.
 *
 * @throws {MailAuthOutageError} when the domain is not proven, and DNS did not answer a question that could prove it
 */
export async function authenticateMail(
  mail: Uint8Array,
  { transfer, resolve }: AuthenticateMailOptions,
): Promise<MailAuthentication> {
  const text = toSignedText(mail);
  if (text === null) return { provenBy: "none", reason: "too-costly", fromDomain: null, subject: "" };
  const lookups = createMailLookups(resolve);
  const { results, headerFrom, fromFields } = await dkimVerify(text.message, {
    resolver: lookups.resolve,
    rejectRsaSha1: true,
  });
  const fromDomain = fromFields === 1 ? readDomain(headerFrom) : null;
  const toResult = (provenBy: ProvenBy, reason: MailReason | null): MailAuthentication => ({
    provenBy,
    reason,
    fromDomain,
    subject: text.subject,
  });
  if (fromDomain === null) return toResult("none", "no-from");
  const signatures = text.signatures === 0 ? [] : results;
  const identities = { fromDomain, signed: listSigned(signatures), sent: await checkSpf(transfer, lookups) };
  const provenBy = await findProof(identities, { headerFrom, fromFields, lookups });
  if (provenBy !== null && provenBy !== "none") return toResult(provenBy, null);
  if (couldBeProven(identities, lookups, provenBy)) throw new MailAuthOutageError(lookups.failed);
  return toResult("none", explain(identities, signatures));
}

/** The domain of all From addresses if they have the same one. */
function readDomain(addresses: readonly string[]): string | null {
  const domains = new Set(addresses.map((address) => toDomainName(address.slice(address.lastIndexOf("@") + 1))));
  const [domain = null] = domains;
  return domains.size === 1 ? domain : null;
}

/** Domains that a mail has proven, besides the one in question. */
interface Identities {
  readonly fromDomain: string;
  /** Domains of valid signatures. */
  readonly signed: readonly string[];
  /** The domain that SPF was checked for; `null`: not checked. */
  readonly sent: { readonly domain: string; readonly result: string } | null;
}

/** A signature of a part of the body does not count: more could be appended. mailauth requires the From field. */
function listSigned(results: readonly DKIMResult[]): string[] {
  return results.flatMap(({ status, signingDomain }) => {
    const domain = toDomainName(signingDomain ?? "");
    const isWhole = status.result === "pass" && (status.underSized ?? 0) === 0;
    return isWhole && domain !== null ? [domain] : [];
  });
}

async function checkSpf(transfer: MailTransfer | undefined, { resolve }: MailLookups): Promise<Identities["sent"]> {
  if (transfer === undefined) return null;
  const { clientAddress: ip, helo, mailFrom: sender } = transfer;
  const { domain, status } = await spf({ ip, helo, sender, mta: "ruaflow", resolver: resolve });
  const name = toDomainName(domain);
  return name === null ? null : { domain: name, result: status.result };
}

interface DmarcContext {
  readonly headerFrom: string[];
  readonly fromFields: number;
  readonly lookups: MailLookups;
}

/** `null`: DNS did not answer whether there is a DMARC record. */
async function findProof(identities: Identities, context: DmarcContext): Promise<ProvenBy | null> {
  const { signed, sent } = identities;
  const { response } = await evaluateDmarc({
    headerFrom: context.headerFrom,
    fromFields: context.fromFields,
    spfDomains: sent?.result === "pass" ? [sent.domain] : [],
    dkimDomains: signed.map((domain) => ({ domain })),
    resolver: context.lookups.resolve,
  });
  const result = response === false ? "none" : response.status.result;
  if (result === "pass") return "dmarc";
  if (result === "temperror") return null;
  if (result !== "none") return "none";
  if (signed.some((domain) => isAligned(domain, identities))) return "dkim";
  return sent?.result === "pass" && isAligned(sent.domain, identities) ? "spf" : "none";
}

function isAligned(domain: string, { fromDomain }: Pick<Identities, "fromDomain">): boolean {
  return toOrganizationalDomain(domain) === toOrganizationalDomain(fromDomain);
}

/** Records of other organizations prove nothing about the From domain, except those that its SPF record includes. */
function couldBeProven(identities: Identities, { failed }: MailLookups, proof: ProvenBy | null): boolean {
  const { signed, sent } = identities;
  const isSentAligned = sent !== null && isAligned(sent.domain, identities);
  if (isSentAligned && sent.result === "temperror") return true;
  const isProof = signed.some((domain) => isAligned(domain, identities)) || (isSentAligned && sent.result === "pass");
  if (proof === null && isProof) return true;
  return [...failed].some((name) => isAligned(name, identities));
}

function explain(identities: Identities, signatures: readonly DKIMResult[]): MailReason {
  const claims = signatures.filter(({ signingDomain }) => isAligned(signingDomain ?? "", identities));
  if (claims.length > 0) return "bad-signature";
  if (identities.signed.length > 0 || identities.sent?.result === "pass") return "unaligned";
  return signatures.length > 0 ? "bad-signature" : "no-signature";
}
