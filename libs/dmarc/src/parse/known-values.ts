/**
 * The values that RFC 7489 appendix C and RFC 9990 list, each leading to itself: a lookup both checks a value and
 * replaces it by the one string that all records share.
 */
export type KnownValues = ReadonlyMap<string, string>;

function knownValues(...values: string[]): KnownValues {
  return new Map(values.map((value) => [value, value]));
}

export const policies = knownValues("none", "quarantine", "reject");
export const alignmentModes = knownValues("r", "s");
export const testingModes = knownValues("n", "y");
export const discoveryMethods = knownValues("psl", "treewalk");
/** `pass` is new in RFC 9990. */
export const dispositions = knownValues("none", "quarantine", "reject", "pass");
export const alignmentResults = knownValues("pass", "fail");
export const reasonTypes = knownValues(
  "local_policy",
  "mailing_list",
  "trusted_forwarder",
  "other",
  "forwarded",
  "sampled_out",
  "policy_test_mode",
);
export const dkimResults = knownValues("pass", "fail", "none", "policy", "neutral", "temperror", "permerror");
/** `policy` is new in RFC 9990. */
export const spfResults = knownValues(
  "pass",
  "fail",
  "none",
  "neutral",
  "softfail",
  "temperror",
  "permerror",
  "policy",
);
export const spfScopes = knownValues("mfrom", "helo");
