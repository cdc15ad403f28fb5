import type { Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Domains: what reports are collected for, the DNS records they need, and the proof that they are yours. */
export function createDomains({ ask }: Caller) {
  const list = (query: Query<"listDomains"> = {}, options?: CallOptions) => ask("listDomains", { query }, options);
  return {
    list,
    listAll: (query: Query<"listDomains"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listDomains">) => list(page, options), query),
    create: (body: RequestBody<"createDomain">, options?: CallOptions) => ask("createDomain", { body }, options),
    /** Up to 1,000 at once; each has its own result. */
    createMany: (body: RequestBody<"createDomains">, options?: CallOptions) => ask("createDomains", { body }, options),
    read: (id: string, options?: CallOptions) => ask("readDomain", { path: { id } }, options),
    update: (id: string, body: RequestBody<"updateDomain">, options?: CallOptions) =>
      ask("updateDomain", { path: { id }, body }, options),
    /** Deletes its reports and everything else of it too, for ever. */
    delete: (id: string, options?: CallOptions) => ask("deleteDomain", { path: { id } }, options),
    readDns: (id: string, options?: CallOptions) => ask("readDomainDns", { path: { id } }, options),
    listDnsHistory: (id: string, query: Query<"listDomainDnsHistory"> = {}, options?: CallOptions) =>
      ask("listDomainDnsHistory", { path: { id }, query }, options),
    /** Throws with the code `verification_failed`, and what was expected and found in `problem.checks`. */
    verify: (id: string, options?: CallOptions) => ask("verifyDomain", { path: { id } }, options),
  };
}
