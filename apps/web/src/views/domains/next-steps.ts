import { countOf, formatRate } from "../../format/numbers.ts";
import type { ListedDomain } from "./words.ts";

export type DomainTab = "home" | "dns" | "readiness" | "reporters" | "history" | "alerts" | "settings";

export interface NextStep {
  readonly text: string;
  /** Where it is done. */
  readonly tab: DomainTab;
  readonly action: string;
}

/** Below this rate most domains send mail that they should set up first. */
const GOOD_RATE = 98;

/** What is missing, the most urgent first; empty: nothing is to be done. */
export function listNextSteps(domain: ListedDomain): NextStep[] {
  if (domain.status !== "verified") return [toVerification(domain)];
  const steps = [toDns(domain), toAlerts(domain), toFirstReport(domain), toPolicy(domain)];
  return steps.filter((step) => step !== null);
}

function toVerification({ status }: ListedDomain): NextStep {
  const what =
    status === "pending"
      ? "Publish the domain's DNS records, then verify it: its reports wait until then."
      : "The last check did not find the records. Publish them, then verify the domain again.";
  return { text: what, tab: "dns", action: "Records to publish" };
}

function toDns({ dns_state: state }: ListedDomain): NextStep | null {
  if (state !== "missing" && state !== "different") return null;
  const text =
    state === "missing"
      ? "A DNS record is missing, so receivers may not send reports here."
      : "The published DNS record differs from the one that this service needs.";
  return { text, tab: "dns", action: "See what is published" };
}

function toAlerts({ open_alerts: open }: ListedDomain): NextStep | null {
  if (open === 0) return null;
  return { text: `${countOf(open, "alert is", "alerts are")} open.`, tab: "alerts", action: "Look at the alerts" };
}

function toFirstReport({ last_report_at: at }: ListedDomain): NextStep | null {
  if (at !== null) return null;
  return {
    text: "No counted report has arrived yet. Receivers send the first ones a day or two after you publish the DMARC record.",
    tab: "dns",
    action: "Check the records",
  };
}

function toPolicy({ dmarc_policy: policy, messages, pass_rate: rate }: ListedDomain): NextStep | null {
  if (policy === "reject" || messages === 0) return null;
  const next = policy === "quarantine" ? "reject" : "quarantine";
  const text =
    rate >= GOOD_RATE
      ? `${formatRate(rate)} of its mail passes: the policy may be ready for ${next}.`
      : `${formatRate(rate)} of its mail passes: see what fails before the policy becomes ${next}.`;
  return { text, tab: "readiness", action: "Readiness" };
}
