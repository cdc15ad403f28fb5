import type { Cause } from "../cause.ts";

/** Causes in words without evidence, for sentences that have no room for it. */
const briefly: Readonly<Record<Cause, string>> = {
  passes: "it passes",
  passes_by_spf_only: "only SPF passes",
  dkim_signed_by_service: "DKIM is signed in the service's name instead of the domain's",
  spf_of_service_unaligned: "SPF passes for the service instead of the domain, and DKIM does not sign",
  onmicrosoft_only: "Microsoft 365 signs in its own name: DKIM is not turned on for the domain",
  default_google_signature: "Google Workspace signs in its own name: DKIM is not turned on for the domain",
  dkim_signature_broken: "the DKIM signature does not pass",
  dkim_key_missing: "receivers cannot check the DKIM signature",
  dkim_refused_by_policy: "receivers' own rules do not accept the DKIM signature",
  subdomain_not_aligned_strict: "strict alignment refuses another name of the same owner",
  spf_missing_include: "the SPF record does not list the sender, and DKIM does not sign",
  spf_permerror: "receivers cannot use the SPF record, and DKIM does not sign",
  unsigned_and_spf_unaligned: "DKIM does not sign for the domain, and SPF passes for another one or not at all",
  override_ours: "you marked the sender as yours, but DKIM does not sign for the domain",
  forwarded_dkim_survives: "it was forwarded, and the signature still passes",
  forwarded_dkim_broken: "it was forwarded, and the signature does not pass",
  forwarded_envelope_rewritten: "it was forwarded under another name",
  forwarded_unsigned: "it was forwarded without a signature",
  arc_passed: "it was forwarded, and receivers trusted the seal of the forwarder",
  temporary_errors: "receivers could not look up what they needed",
  results_left_out: "the reporters did not say whether it passes, and by its raw results it does",
  reporter_contradicts_itself: "the reports contradict themselves",
  dkim_never_passes: "it is signed for the domain, but no signature passes",
  foreign_sender: "it is authenticated for other domains only",
  not_enough_evidence: "the reports do not show whether it is the domain's",
  spoofed_no_identity: "it is not a known sender of the domain, and nothing authenticates it",
  spoofed_foreign_identity: "it is not a known sender of the domain, and is authenticated for others",
  override_not_ours: "you marked the sender as not yours",
};

/** Why mail has its class, as the end of a sentence without its full stop. */
export function describeCause(cause: Cause): string {
  return briefly[cause];
}
