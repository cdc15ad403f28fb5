import { toDomainName } from "@ruaflow/dmarc";
import { isStructureSigned } from "@ruaflow/dmarc/mail";
import type { DKIMResult } from "mailauth";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { type KeyAnswers, toKeyName } from "./key-lookups.ts";
import { LookupError } from "./resolver.ts";
import { type SignedText, type StatedSignature, toMessage, toSignedText } from "./signed-text.ts";

/** A signature of a mail, and what became of its verification. Plain data. */
export interface VerifiedSignature extends StatedSignature {
  /** `unknown`: its key could not be looked up. */
  readonly result: "pass" | "fail" | "unknown";
  /** Whether it covers what says where in the mail a report is. */
  readonly isStructureSigned: boolean;
  /** Whether it is that of a mailing list, which signs what others wrote. */
  readonly isOfList: boolean;
}

/** What a mail says of itself, and which of its signatures hold. Plain data. */
export interface VerifiedMail {
  /** Addresses of the From field. */
  readonly from: readonly string[];
  readonly signatures: readonly VerifiedSignature[];
}

/**
 * Verifies the signatures of a mail with keys that were looked up before: this part of authentication takes CPU time and
 * waits for nothing. A signature of a part of the body does not hold: more could be appended.
 *
 * @param text what {@link toSignedText} reads of the mail, where it was read already
 */
export async function verifySignatures(
  mail: Uint8Array,
  keys: KeyAnswers,
  text: SignedText | null = toSignedText(mail),
): Promise<VerifiedMail> {
  if (text === null) return { from: [], signatures: [] };
  const { results, headerFrom } = await dkimVerify(toMessage(mail, text), {
    resolver: async (name) => answer(keys, name),
    rejectRsaSha1: true,
  });
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  const signatures = text.signatures.map((stated) => {
    const result = toResult(results.filter((found) => isResultOf(stated, found)));
    const isSigned = result === "pass" && isStructureSigned(bytes, text.reading, new Set(stated.fields));
    const isOfList = text.reading.listFields.some((name) => stated.fields.includes(name));
    return { ...stated, result, isStructureSigned: isSigned, isOfList } as const;
  });
  return { from: headerFrom, signatures };
}

function isResultOf(stated: StatedSignature, { signature, selector, signingDomain }: DKIMResult): boolean {
  const isSame = signature === stated.value && selector === stated.selector;
  return isSame && toDomainName(signingDomain ?? "") === stated.domain;
}

/** Fields that state the same signature must all hold: one may differ in what it says to cover. */
function toResult(found: readonly DKIMResult[]): VerifiedSignature["result"] {
  const isWhole = ({ status }: DKIMResult) => status.result === "pass" && (status.underSized ?? 0) === 0;
  if (found.length > 0 && found.every(isWhole)) return "pass";
  return found.some(({ status }) => status.result === "temperror") ? "unknown" : "fail";
}

function answer(keys: KeyAnswers, name: string): string[][] | string[] {
  const found = keys.get(toKeyName(name));
  if (found === undefined || found.code !== null) throw new LookupError(name, found?.code ?? "ENOTFOUND");
  return found.records;
}
