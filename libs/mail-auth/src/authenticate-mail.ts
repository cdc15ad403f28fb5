import { type MailTransfer, toDomainName } from "@ruaflow/dmarc";
import { checkSpf, type SentBy } from "./check-spf.ts";
import { findProof, type Identities, isAligned } from "./find-proof.ts";
import { findKeyName, type KeyAnswers, lookUpKeys } from "./key-lookups.ts";
import {
  createUnproven,
  type MailAuthentication,
  MailAuthOutageError,
  type MailReason,
} from "./mail-authentication.ts";
import { createMailLookups, type MailLookups } from "./mail-lookups.ts";
import { findOwnDomain } from "./own-domain.ts";
import { LookupError, type Resolve } from "./resolver.ts";
import { type SignedText, toSignedText } from "./signed-text.ts";
import { type VerifiedMail, type VerifiedSignature, verifySignatures } from "./verify-signatures.ts";

export { isCheap } from "./cheap-mail.ts";
export { verifySignatures };

export interface AuthenticateMailOptions {
  /** The SMTP session that transferred the mail; without it SPF is not checked. */
  readonly transfer?: MailTransfer;
  readonly resolve: Resolve;
  /** Verifies the mail's signatures, here or in another thread; `null`: that costs too much. Absent: here. */
  readonly verify?: (text: SignedText, keys: KeyAnswers) => Promise<VerifiedMail | null>;
}

/**
 * Finds out what proves the domain of a mail's From address: DMARC (RFC 9989), or where the domain has no DMARC record
 * an aligned DKIM signature or SPF. Never throws because of the mail's content.
 *
 * @throws {MailAuthOutageError} when the domain is not proven, and DNS did not answer a question that could prove it
 */
export async function authenticateMail(
  mail: Uint8Array,
  { transfer, resolve, verify = (text, keys) => verifySignatures(mail, keys, text) }: AuthenticateMailOptions,
): Promise<MailAuthentication> {
  if (mail.length === 0) return createUnproven("quoted");
  const text = toSignedText(mail);
  if (text === null) return createUnproven("too-costly");
  const { subject } = text;
  const flaw = findFlaw(text);
  if (flaw !== null) return { ...createUnproven(flaw), subject };
  const keys = createMailLookups(resolve);
  const verified = await verify(text, await lookUpKeys(text.signatures, keys.resolve));
  if (verified === null) return { ...createUnproven("too-costly"), subject };
  const from = readFrom(verified.from);
  if (from === null) return { ...createUnproven("no-from"), subject };
  return { ...(await judge({ text, transfer, resolve, verified, ...from })), ...from, subject };
}

/** What makes a mail prove nothing, no matter who has signed or sent it. */
function findFlaw({ reading }: SignedText): MailReason | null {
  if (reading.fields.filter(({ name }) => name === "from").length !== 1) return "no-from";
  if (!reading.isPlain) return "ambiguous";
  return reading.isAnswer ? "answer" : null;
}

interface From {
  readonly fromDomain: string;
  readonly fromAddress: string | null;
}

/** The domain of all From addresses if they have the same one, and the address if it is the only one. */
function readFrom(addresses: readonly string[]): From | null {
  const split = addresses.map((address) => {
    const at = address.lastIndexOf("@");
    return { local: address.slice(0, Math.max(0, at)), domain: toDomainName(address.slice(at + 1)) };
  });
  const [first] = split;
  if (!first || first.domain === null || split.some(({ domain }) => domain !== first.domain)) return null;
  const fromAddress = split.length === 1 && first.local !== "" ? `${first.local}@${first.domain}` : null;
  return { fromDomain: first.domain, fromAddress };
}

interface Evidence {
  readonly text: SignedText;
  readonly verified: VerifiedMail;
  readonly fromDomain: string;
  readonly transfer: MailTransfer | undefined;
  readonly resolve: Resolve;
}

/** Other lookups than those of keys, whose time begins when the signatures are verified. */
async function judge(
  evidence: Evidence,
): Promise<Pick<MailAuthentication, "provenBy" | "reason" | "proof" | "ownDomain">> {
  const { verified, fromDomain, transfer } = evidence;
  const lookups = createMailLookups(evidence.resolve);
  // The server of a mailing list sends what others wrote.
  const isOfList = evidence.text.reading.listFields.length > 0;
  const sent = isOfList ? null : await checkSpf(transfer, lookups.resolve);
  const signed = verified.signatures.filter((signature) => signature.isStructureSigned && !signature.isOfList);
  const identities = { fromDomain, from: verified.from, signed, sent };
  const found = await findProof(identities, lookups.resolve);
  if (found !== null && found.provenBy !== "none") {
    return { ...found, reason: null, ownDomain: await lookUpOwnDomain(fromDomain, lookups) };
  }
  const failed = new Set([...lookups.failed, ...verified.signatures.filter(isUnknown).map(findKeyName)]);
  if (couldBeProven(identities, { failed, isDmarcUnknown: found === null })) throw new MailAuthOutageError(failed);
  return { provenBy: "none", proof: null, reason: explain(evidence, sent) };
}

/** A domain may speak for its parent only if DNS has answered that it is not separated. */
async function lookUpOwnDomain(fromDomain: string, lookups: MailLookups): Promise<string> {
  try {
    return await findOwnDomain(fromDomain, lookups.resolve);
  } catch (error) {
    if (error instanceof LookupError) throw new MailAuthOutageError(lookups.failed);
    throw error;
  }
}

function isUnknown({ result }: VerifiedSignature): boolean {
  return result === "unknown";
}

interface Unanswered {
  readonly failed: MailLookups["failed"];
  readonly isDmarcUnknown: boolean;
}

/** Records of other organizations prove nothing about the From domain, except those that its SPF record includes. */
function couldBeProven({ fromDomain, signed, sent }: Identities, { failed, isDmarcUnknown }: Unanswered): boolean {
  const isSentAligned = sent !== null && isAligned(sent.domain, fromDomain);
  if (isSentAligned && sent.result === "temperror") return true;
  const isProof =
    signed.some(({ domain }) => isAligned(domain, fromDomain)) || (isSentAligned && sent.result === "pass");
  if (isDmarcUnknown && isProof) return true;
  return [...failed].some((name) => isAligned(name, fromDomain));
}

function explain({ text, verified: { signatures }, fromDomain }: Evidence, sent: SentBy | null): MailReason {
  const claims = signatures.filter(({ domain }) => isAligned(domain, fromDomain));
  const valid = claims.filter(({ result }) => result === "pass");
  if (valid.some(({ isStructureSigned, isOfList }) => isStructureSigned && !isOfList)) return "unaligned";
  if (valid.length > 0) return valid.every(({ isOfList }) => isOfList) ? "list" : "unsigned-structure";
  if (claims.length > 0) return "bad-signature";
  if (signatures.some(({ result }) => result === "pass") || sent?.result === "pass") return "unaligned";
  return text.isSigned ? "bad-signature" : "no-signature";
}
