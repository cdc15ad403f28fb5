import type { Answer, Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

type AlertsQuery = Query<"listAlerts">;
type AlertsAnswer = Answer<"listAlerts">;

/** A page of alerts. */
export type AlertPage = Extract<AlertsAnswer, { readonly data: readonly { readonly rule: string }[] }>;
/** A page of groups of open alerts. */
export type AlertGroupPage = Exclude<AlertsAnswer, AlertPage>;

type ListQuery = Omit<AlertsQuery, "group_by">;
type GroupQuery = Omit<AlertsQuery, "sort" | "state"> & { readonly group_by: NonNullable<AlertsQuery["group_by"]> };

/** Alerts: crossed thresholds of domains' rules. */
export function createAlerts({ ask }: Caller) {
  async function list(query: ListQuery = {}, options?: CallOptions): Promise<AlertPage> {
    const answer = await ask("listAlerts", { query }, options);
    if (isAlertPage(answer)) return answer;
    throw new TypeError("The service answered with groups although alerts were requested.");
  }

  /** Open alerts in groups, with their number and the newest, largest first. */
  async function groups(query: GroupQuery, options?: CallOptions): Promise<AlertGroupPage> {
    const answer = await ask("listAlerts", { query }, options);
    if (isGroupPage(answer)) return answer;
    throw new TypeError("The service answered with alerts although groups were requested.");
  }

  return {
    list,
    listAll: (query: ListQuery = {}, options?: CallOptions) => listAll((page: ListQuery) => list(page, options), query),
    groups,
  };
}

/** An empty page is one of either. */
function isGroupPage(answer: AlertsAnswer): answer is AlertGroupPage {
  const [first] = answer.data;
  return first === undefined || "open" in first;
}

function isAlertPage(answer: AlertsAnswer): answer is AlertPage {
  const [first] = answer.data;
  return first === undefined || "rule" in first;
}
