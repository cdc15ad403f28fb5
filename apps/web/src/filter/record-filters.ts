// Written by `npm run openapi` from the table of filters.

interface RecordFilter {
  /** Parameter of the API, and of an address of the page. */
  readonly name: string;
  /** Before the value. */
  readonly label: string;
  /** The only values. */
  readonly values?: readonly string[];
  /** True if an empty value selects sources without this fact. */
  readonly mayBeUnknown?: true;
}

export const recordFilters = [
  { name: "source_ip", label: "address" },
  { name: "header_from", label: "From domain" },
  { name: "selector", label: "selector" },
  { name: "spf_domain", label: "SPF domain" },
  { name: "dkim_domain", label: "DKIM domain" },
  { name: "disposition", label: "disposition", values: ["none", "quarantine", "reject", "pass"] },
  { name: "result", label: "DMARC", values: ["pass", "fail"] },
  { name: "source_organization", label: "owner", mayBeUnknown: true },
  { name: "country", label: "country", mayBeUnknown: true },
  { name: "service", label: "service", mayBeUnknown: true },
  { name: "class", label: "class", values: ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] },
  { name: "sender", label: "sender", mayBeUnknown: true },
  { name: "cause", label: "cause" },
  { name: "reporter", label: "reporter" },
] as const satisfies readonly RecordFilter[];
