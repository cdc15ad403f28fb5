import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerAcknowledgeAttention } from "./attention/acknowledge-attention.ts";
import { registerAcknowledgeReasons } from "./attention/acknowledge-reasons.ts";
import { registerListAttention } from "./attention/list-attention.ts";
import { registerCreateDomain } from "./create-domain.ts";
import { registerCreateDomains } from "./create-domains.ts";
import { registerDnsHistory } from "./dns-history.ts";
import { registerDomainDns } from "./domain-dns.ts";
import { registerListDomains } from "./list-domains.ts";
import { registerListMarkers } from "./list-markers.ts";
import { registerOneDomain } from "./one-domain.ts";
import { registerReadiness } from "./readiness/readiness.ts";
import { registerReporters } from "./reporters/reporters.ts";
import { registerUnprovenMail } from "./unproven-mail.ts";
import { registerVerifyDomain } from "./verify-domain.ts";

/** Domains API of the contract. */
export function registerDomains(server: HttpServer, context: ApiContext): void {
  registerListDomains(server, context);
  registerListMarkers(server, context);
  registerCreateDomain(server, context);
  registerCreateDomains(server, context);
  registerOneDomain(server, context);
  registerDomainDns(server, context);
  registerDnsHistory(server, context);
  registerUnprovenMail(server, context);
  registerVerifyDomain(server, context);
  registerReadiness(server, context);
  registerReporters(server, context);
  registerListAttention(server, context);
  registerAcknowledgeAttention(server, context);
  registerAcknowledgeReasons(server, context);
}
