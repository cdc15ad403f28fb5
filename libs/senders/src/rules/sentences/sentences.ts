import type { Cause } from "../cause.ts";
import { googleDefaults, microsoftDefaults, serviceEnvelopes, serviceSignatures } from "../foreign-identities.ts";
import { isFailure, isOwnSource, uncountedPasses } from "../group-facts.ts";
import { adviseService } from "./advice.ts";
import {
  type Citation,
  citeDomains,
  citeForeign,
  citeIdentities,
  citeInstead,
  citeNoSignature,
  citeOwnPass,
  citeOwnSpf,
  citePassing,
  citeSpf,
  denyAlignment,
} from "./citation.ts";
import { citeBroken, citeBrokenResult, citeKeyPlace, isBrokenByChange } from "./cite-signature.ts";
import { quote, toPhrase } from "./quoting.ts";

/** A cause in words. */
export interface Sentence {
  /** One sentence with the evidence. */
  readonly explain: (citation: Citation) => string;
  /** What to do; `null`: nothing. */
  readonly advise: (citation: Citation) => string | null;
}

const nothing = () => null;
const signSoThatItSurvives = ({ from }: Citation) =>
  `Sign all mail of ${from} with DKIM where it is sent: a signature survives forwarding, SPF does not.`;
const leaveMailUnchanged = ({ source, from }: Citation) =>
  `Nothing in the DNS of ${from} repairs this. If much mail takes this way, ask the operator of ${source} to leave messages unchanged, or, for a mailing list, to put the list into the From header.`;
const checkTheKey = (citation: Citation) =>
  `Check that the key ${citeKeyPlace(citation)} is published as the server that signs shows it.`;
const leaveItToThePolicy = ({ domain }: Citation) =>
  `Set up nothing for it: under p=quarantine or p=reject of ${domain}, receivers keep such mail out. If you know it, mark it as yours.`;

export const sentences: Readonly<Record<Cause, Sentence>> = {
  passes: { explain: ({ source, from }) => `Mail from ${source} passes DMARC for ${from}.`, advise: nothing },
  passes_by_spf_only: {
    explain: (citation) =>
      `Mail from ${citation.source} passes DMARC for ${citation.from} by SPF alone: it has ${citeNoSignature(citation)}.`,
    advise: (citation) => `SPF alone fails once a message is forwarded. ${adviseService(citation)}`,
  },
  dkim_signed_by_service: {
    explain: ({ from, facts }) =>
      `DKIM is signed by ${citeDomains(facts.foreignDkim)}, which ${denyAlignment(facts.foreignDkim)} with ${from}.`,
    advise: (citation) => adviseService(citation, serviceSignatures(citation.facts)),
  },
  spf_of_service_unaligned: {
    explain: (citation) =>
      `SPF passes for ${citeDomains(citation.facts.foreignSpf)}, which ${denyAlignment(citation.facts.foreignSpf)} with ${citation.from}, and the mail has ${citeNoSignature(citation)}.`,
    advise: (citation) => adviseService(citation, serviceEnvelopes(citation.facts)),
  },
  onmicrosoft_only: {
    explain: ({ from, facts }) =>
      `Microsoft 365 signs with ${citeDomains(microsoftDefaults(facts))}, which does not align with ${from}: DKIM is not turned on for ${from} there.`,
    advise: (citation) => adviseService(citation, microsoftDefaults(citation.facts)),
  },
  default_google_signature: {
    explain: ({ from, facts }) =>
      `Google Workspace signs with ${citeDomains(googleDefaults(facts))}, which does not align with ${from}: DKIM is not turned on for ${from} there.`,
    advise: (citation) => adviseService(citation, googleDefaults(citation.facts)),
  },
  dkim_signature_broken: {
    explain: (citation) =>
      `Mail from ${citation.source} is signed for ${citeBroken(citation)}, but ${citeBrokenResult(citation)}.`,
    advise: (citation) =>
      `Compare the key published ${citeKeyPlace(citation)} with the one that ${citation.source} signs with, and look for whatever changes mail after it is signed, such as a gateway that adds a footer.`,
  },
  dkim_key_missing: {
    explain: (citation) =>
      `Mail from ${citation.source} is signed for ${citeBroken(citation)}, but ${citeBrokenResult(citation)}: its key is missing or unusable, or the signature is malformed.`,
    advise: (citation) =>
      `Publish the key ${citeKeyPlace(citation)} as ${citation.source} shows it, or turn the signature off there and set it up anew.`,
  },
  dkim_refused_by_policy: {
    explain: (citation) =>
      `Mail from ${citation.source} is signed for ${citeBroken(citation)}, but ${citeBrokenResult(citation)}.`,
    advise: (citation) =>
      `Check that the key ${citeKeyPlace(citation)} has at least 1024 bits and is not marked as a test (t=y), and that whole messages are signed (no l=).`,
  },
  subdomain_not_aligned_strict: {
    explain: (citation) =>
      `${citeOwnPass(citation)}, which has the same owner as ${citation.from}, but strict alignment asks for ${citation.from} itself.`,
    advise: ({ from, domain }) =>
      `Sign with d=${from}, or remove adkim=s and aspf=s from the DMARC record of ${domain}: relaxed alignment is the default.`,
  },
  spf_missing_include: {
    explain: (citation) =>
      `${citeOwnSpf(citation)}: the record does not list ${citation.source}, and the mail has ${citeNoSignature(citation)}.`,
    advise: (citation) =>
      `${adviseService(citation)} Then also add ${citation.source} to the SPF record of ${citeDomains(citation.facts.spf.own.filter(isFailure))}.`,
  },
  spf_permerror: {
    explain: (citation) =>
      `Receivers cannot use the SPF record of ${citeDomains(citation.facts.spf.own)} (permerror), and mail from ${citation.source} has ${citeNoSignature(citation)}.`,
    advise: ({ facts }) =>
      `Repair the SPF record of ${citeDomains(facts.spf.own)}: it must be the only one, ask at most 10 further DNS names, and have no misspelled terms.`,
  },
  unsigned_and_spf_unaligned: {
    explain: (citation) => `Mail from ${citation.source} has ${citeNoSignature(citation)}${citeInstead(citation)}.`,
    advise: adviseService,
  },
  override_ours: {
    explain: (citation) =>
      `You marked ${citeOverride(citation)} as yours, but its mail has ${citeNoSignature(citation)}${citeInstead(citation)}.`,
    advise: adviseService,
  },
  forwarded_dkim_survives: {
    explain: (citation) =>
      `${citePassing(citation)} mail of ${citation.from}: ${isSignatureSeen(citation) ? "the DKIM signature still passes" : "the report counts its DKIM signature as passed"}, so DMARC passes.`,
    advise: nothing,
  },
  forwarded_dkim_broken: {
    explain: (citation) =>
      isBrokenByChange(citation)
        ? `${citePassing(citation)} mail that was signed for ${citeBroken(citation)} and changed it, so the signature fails.`
        : `${citePassing(citation)} mail that was signed for ${citeBroken(citation)}, but ${citeBrokenResult(citation)}.`,
    advise: (citation) => (isBrokenByChange(citation) ? leaveMailUnchanged(citation) : checkTheKey(citation)),
  },
  forwarded_envelope_rewritten: {
    explain: (citation) =>
      `${citePassing(citation)} mail of ${citation.from} under its own identity: ${citeForeign(citation)}, and the mail has ${citeNoSignature(citation)}.`,
    advise: signSoThatItSurvives,
  },
  forwarded_unsigned: {
    explain: (citation) =>
      `${citePassing(citation)} mail of ${citation.from} that has ${citeNoSignature(citation)}, and SPF cannot pass after forwarding.`,
    advise: signSoThatItSurvives,
  },
  arc_passed: {
    explain: (citation) =>
      `${citePassing(citation)} mail of ${citation.from}, and the receiver trusted the ARC seal, which says that the mail passed the checks before.`,
    advise: nothing,
  },
  temporary_errors: {
    explain: ({ source, from, facts }) =>
      isOwnSource(facts)
        ? `Receivers could not look up what they needed to check mail from ${source} (temperror). It is a known sender of ${from}, and the errors say nothing against it.`
        : `Receivers could not look up what they needed to check mail from ${source} (temperror), so the reports do not say whether it is mail of ${from}.`,
    advise: ({ from, facts }) =>
      isOwnSource(facts)
        ? null
        : `Wait for the next reports. If the errors stay, check that all name servers of ${from} answer quickly and alike.`,
  },
  results_left_out: {
    explain: (citation) =>
      `${citeIdentities(citation, uncountedPasses(citation.facts))}, but the reporter left out whether that counts for DMARC. So the mail is listed as failing.`,
    advise: nothing,
  },
  reporter_contradicts_itself: {
    explain: (citation) => `${citeOwnPass(citation)}, yet the report says that DMARC failed.`,
    advise: ({ from, facts }) =>
      facts.dkim.own.some(({ result }) => result === "pass")
        ? `Change nothing for one such report. If others say the same, check that the mail is signed with d=${from}, for some reporters write the From domain in place of the signer, and that the key has at least 1024 bits and is not marked as a test (t=y).`
        : "Change nothing: some reporters check SPF for the name that the server gives itself (HELO), which does not count for DMARC.",
  },
  dkim_never_passes: {
    explain: (citation) =>
      `${citation.source} sends mail that is signed for ${citeBroken(citation)}, but ${citeBrokenResult(citation)}, and no signature of that domain passes elsewhere.`,
    advise: (citation) =>
      `Ask the administrators of ${citation.from} whether ${citation.source} is theirs. If it is, publish its key ${citeKeyPlace(citation)}; if not, mark it as not yours.`,
  },
  foreign_sender: {
    explain: (citation) =>
      `Mail from ${citation.source} has ${citation.from} in the From header, while ${citeForeign(citation)}: a supplier, a forwarder or a stranger.`,
    advise: ({ from, facts }) =>
      `Ask at ${from} whether ${citeDomains([...facts.foreignDkim, ...facts.foreignSpf])} may send its mail. If so, have that mail signed with d=${from}; if not, mark the source as not yours.`,
  },
  not_enough_evidence: {
    explain: (citation) =>
      `The reports do not show whether mail from ${citation.source} is mail of ${citation.from}: it has ${citeNoSignature(citation)}, and ${citeSpf(citation)}.`,
    advise: ({ source }) =>
      `Wait for more reports, or ask your colleagues about ${source}, and mark it as yours or as not yours.`,
  },
  spoofed_no_identity: {
    explain: (citation) =>
      `${citation.source} is not a known sender for ${citation.from}: ${citeSpf(citation)}, and ${citeStrangeSignature(citation)}.`,
    advise: leaveItToThePolicy,
  },
  spoofed_foreign_identity: {
    explain: (citation) =>
      `${citation.source} puts ${citation.from} into the From header of mail that ${citation.from} did not send: ${citeForeign(citation)}.`,
    advise: leaveItToThePolicy,
  },
  override_not_ours: {
    explain: (citation) =>
      `You marked ${citeOverride(citation)} as not yours, and its mail fails DMARC for ${citation.from}.`,
    advise: ({ domain }) =>
      `Set up nothing for it: under p=quarantine or p=reject of ${domain}, receivers keep such mail out.`,
  },
};

/** Some reports count a signature whose raw result is no pass. */
function isSignatureSeen({ all }: Citation): boolean {
  const own = all.flatMap(({ dkim }) => dkim.own);
  return own.length === 0 || own.some(({ result }) => result === "pass");
}

/** What became of the signatures of mail that has only those of strangers, or none. */
function citeStrangeSignature({ all }: Citation): string {
  const foreign = all.flatMap(({ dkim }) => dkim.foreign);
  if (foreign.length === 0) return "its mail is not signed";
  return foreign.every(isFailure) ? "its own signature fails" : "its own signature does not count";
}

function citeOverride({ facts }: Citation): string {
  const { override } = facts.source;
  if (override === null) return "this source";
  return override.kind === "service" ? toPhrase(override.value) : quote(override.value);
}
