import type { RequestBody } from "@ruaflow/client";

/** Scopes that a key can be given here; the scope operator is granted on the machine of the service alone. */
export type GrantedScope = RequestBody<"createApiKey">["scopes"][number];

/** What each scope allows, in the order of the form. */
export const SCOPES: Readonly<Record<GrantedScope, string>> = {
  "reports:read": "read reports, sources and failures, also as CSV, and what arrived",
  "domains:read": "read domains, their DNS records and alerts, and what needs attention",
  "domains:write": "add, verify, change and delete domains",
  "webhooks:read": "read webhooks and what was sent to them",
  "webhooks:write": "create, change, test and delete webhooks, and send events again",
  "ingest:write": "upload report files, and read them again",
  "keys:admin": "create and revoke keys",
};

export function isGranted(scope: string): scope is GrantedScope {
  return Object.hasOwn(SCOPES, scope);
}
