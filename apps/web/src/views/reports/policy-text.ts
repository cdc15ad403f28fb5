import type { Answer } from "@ruaflow/client";

type Policy = Answer<"readReport">["data"]["policy_published"];

/** The tag of DNS, where an element of the report has another name (RFC 9989, section 4.7). */
const TAGS: Readonly<Record<string, string>> = { testing: "t" };

/** Elements that are not a tag of DNS. */
const OTHERS = new Set(["domain", "discovery_method"]);

const METHODS: Readonly<Record<string, string>> = {
  psl: "found by the Public Suffix List",
  treewalk: "found by a DNS tree walk",
};

/** The policy that the reporter saw, written as in DNS; what it does not state is left out. */
export function toPolicyText(policy: Partial<Policy>): string {
  const tags = Object.entries(policy).flatMap(([name, value]) =>
    value && !OTHERS.has(name) ? [`${TAGS[name] ?? name}=${value}`] : [],
  );
  return tags.join("; ") || "none stated";
}

/** How the reporter found the policy (RFC 9990); empty if it does not say. */
export function toDiscoveryText({ discovery_method: method }: Partial<Policy>): string {
  return method ? (METHODS[method] ?? method) : "";
}
