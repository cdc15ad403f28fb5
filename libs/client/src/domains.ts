import type { Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Domains: those that reports are collected for, the DNS records they need, and their verification. */
export function createDomains({ ask }: Caller) {
  const list = (query: Query<"listDomains"> = {}, options?: CallOptions) => ask("listDomains", { query }, options);
  const listReporters = (id: string, query: Query<"listDomainReporters"> = {}, options?: CallOptions) =>
    ask("listDomainReporters", { path: { id }, query }, options);
  return {
    list,
    listAll: (query: Query<"listDomains"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listDomains">) => list(page, options), query),
    /** The client references that domains have, by name. */
    listClients: (query: Query<"listClients"> = {}, options?: CallOptions) => ask("listClients", { query }, options),
    /** The labels that domains have, by name. */
    listLabels: (query: Query<"listLabels"> = {}, options?: CallOptions) => ask("listLabels", { query }, options),
    create: (body: RequestBody<"createDomain">, options?: CallOptions) => ask("createDomain", { body }, options),
    /** Adds up to 1,000 domains; each has its own result. */
    createMany: (body: RequestBody<"createDomains">, options?: CallOptions) => ask("createDomains", { body }, options),
    read: (id: string, options?: CallOptions) => ask("readDomain", { path: { id } }, options),
    update: (id: string, body: RequestBody<"updateDomain">, options?: CallOptions) =>
      ask("updateDomain", { path: { id }, body }, options),
    /** Permanently deletes the domain with its reports and all other data. */
    delete: (id: string, options?: CallOptions) => ask("deleteDomain", { path: { id } }, options),
    /** What to publish, and what the last check found. */
    readDns: (id: string, options?: CallOptions) => ask("readDomainDns", { path: { id } }, options),
    /** As `readDns`, but asks DNS now: it takes up to some seconds. */
    checkDns: (id: string, options?: CallOptions) =>
      ask("readDomainDns", { path: { id }, query: { check: "now" } }, options),
    listDnsHistory: (id: string, query: Query<"listDomainDnsHistory"> = {}, options?: CallOptions) =>
      ask("listDomainDnsHistory", { path: { id }, query }, options),
    /** Mail whose sender proves nothing, by day: what was taken, and what was deferred. */
    listUnprovenMail: (id: string, options?: CallOptions) => ask("listUnprovenMail", { path: { id } }, options),
    /** Whether it can publish p=reject, what would be lost, and what stands in the way. */
    readReadiness: (id: string, query: Query<"readDomainReadiness"> = {}, options?: CallOptions) =>
      ask("readDomainReadiness", { path: { id }, query }, options),
    /** Who reports about it, who stopped or is late, the policies that they saw, and what has come in of the newest days. */
    listReporters,
    listAllReporters: (id: string, query: Query<"listDomainReporters"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listDomainReporters">) => listReporters(id, page, options), query),
    /** Throws with the code `verification_failed`; `problem.checks` has the expected and the found records. */
    verify: (id: string, options?: CallOptions) => ask("verifyDomain", { path: { id } }, options),
  };
}
