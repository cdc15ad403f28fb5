import type { Answer } from "@ruaflow/client";

type Policy = Answer<"readReport">["data"]["policy_published"];

const TAGS = ["p", "sp", "np", "adkim", "aspf", "pct", "fo"] as const;

/** The policy that the reporter saw, written as in DNS; what it does not state is left out. */
export function toPolicyText(policy: Policy): string {
  const tags = TAGS.flatMap((tag) => (policy[tag] ? [`${tag}=${policy[tag]}`] : []));
  const test = policy.testing ? [`t=${policy.testing}`] : [];
  return [...tags, ...test].join("; ") || "none stated";
}
