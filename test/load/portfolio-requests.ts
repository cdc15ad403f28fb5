import { SHARED_NETWORK } from "./fill/shared-sources.ts";
import { asked, type Portfolio, toPeriod } from "./portfolio-questions.ts";

/** A request with the question that it answers. */
export interface DailyRequest {
  readonly question: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
}

/** What a provider asks every day. */
export function toDailyRequests(portfolio: Portfolio): DailyRequest[] {
  const get = (question: string, path: string): DailyRequest => ({ question, method: "GET", path });
  const period = toPeriod(portfolio.lastDay, 0);
  const [reference = ""] = portfolio.references;
  const [domainId = ""] = portfolio.domainIds;
  const [from, to] = period.split("&").map((pair) => pair.split("=")[1]);
  const long = { start_date: from, end_date: to, domain_id: portfolio.domainIds.slice(0, 150) };
  return [
    get("Which domains need me today, and why?", asked.attention),
    get(
      "All clients side by side, those that got worse first",
      `${asked.aggregate}?${period}&${asked.byClient}&sort=pass_rate_change`,
    ),
    get("One client's totals over its domains", `${asked.aggregate}?${period}&${asked.client(reference)}`),
    get("Its domains side by side", `${asked.aggregate}?${period}&${asked.client(reference)}&${asked.byDomain}`),
    get("By label, as CSV", `${asked.aggregate}?${period}&${asked.byLabel}&format=csv`),
    { question: "Totals of a long list of domains", method: "POST", path: asked.aggregate, body: long },
    get(
      "Who sends and is new? first_seen lies in the period",
      `${asked.sources}?${period}&${asked.client(reference)}&sort=-first_seen&page=1`,
    ),
    get("Which domains have new senders?", `${asked.attention}?reason=new_senders`),
    get(
      "Where does this address fail?",
      `${asked.failures}?${period}&${asked.source(SHARED_NETWORK.replace("0/24", "7"))}&${asked.byDomain}`,
    ),
    get("And its range?", `${asked.failures}?${period}&${asked.source(SHARED_NETWORK)}&page=1`),
    get("Who sends for this domain?", `${asked.sources}?${period}&domain_id=${domainId}&${asked.byService}`),
    get(
      "Why does its mail fail, and what do I tell the client?",
      `${asked.failures}?${period}&domain_id=${domainId}&verdicts=true&page=1`,
    ),
    get(
      "What is the failing mail of a client?",
      `${asked.failures}?${period}&${asked.client(reference)}&${asked.byClass}`,
    ),
    get("Can this domain go to p=reject?", `${asked.domains}/${domainId}/readiness?${period}`),
    get(
      "Who stopped reporting, and do they see what DNS publishes?",
      `${asked.domains}/${domainId}/reporters?${period}`,
    ),
    get("Is yesterday complete?", asked.completeness),
    get("Which services send for all of my domains?", `${asked.sources}?${period}&${asked.byService}`),
    get("Which subdomain?", `${asked.aggregate}?${period}&domain_id=${domainId}&group_by=header_from`),
    get("Which selector?", `${asked.sources}?${period}&selector=k1&page=1`),
    get(
      "The reports behind it",
      `${asked.reports}?${period}&${asked.source(SHARED_NETWORK.replace("0/24", "7"))}&per_page=20`,
    ),
    get(
      "Last report and volume of each domain, the worst first",
      `${asked.domains}?${asked.byRateOfPass}&per_page=100`,
    ),
    get("Domains below 90 % that publish none", `${asked.domains}?dmarc_policy=none&pass_rate_below=90&sort=-messages`),
    get("Silent domains", `${asked.domains}?silent_days=3&sort=last_report_at`),
    get("The list as CSV", `${asked.domains}?format=csv`),
    get("What does DNS have? as last seen", `${asked.domains}/${domainId}/dns`),
    get("Open alerts of a client", `/api/v1/alerts?${asked.client(reference)}`),
    get("Who am I, what may I?", "/api/v1/me"),
    get("Submissions by state", "/api/v1/submissions/counts"),
    get("Deliveries by state", "/api/v1/webhooks/deliveries/counts"),
  ];
}
