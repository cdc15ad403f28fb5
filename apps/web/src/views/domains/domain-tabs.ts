import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { useScope } from "../../session/session.ts";
import type { DomainTab } from "./next-steps.ts";

interface Part {
  readonly id: DomainTab;
  readonly text: string;
  /** It asks for what keys without reports:read may not read. */
  readonly isOfReports?: true;
}

const PARTS: readonly Part[] = [
  { id: "state", text: "State" },
  { id: "dns", text: "DNS" },
  { id: "readiness", text: "Readiness", isOfReports: true },
  { id: "reporters", text: "Reporters", isOfReports: true },
  { id: "history", text: "History" },
  { id: "alerts", text: "Alerts" },
  { id: "settings", text: "Settings" },
];

/** The filter is kept from tab to tab; what one tab shows of it is not. */
const KEPT = ["client", "label", "days", "month", "from", "to"];

/** The parts of a domain's view, and the one that the address names. */
export function useDomainTabs() {
  const { path, query } = useLocation();
  const mayReadReports = useScope("reports:read");
  const parts = PARTS.filter(({ isOfReports }) => mayReadReports || !isOfReports);
  const current = parts.find(({ id }) => id === query.tab)?.id ?? "state";
  const kept = Object.fromEntries(KEPT.map((name) => [name, query[name]]));
  const tabs = parts.map(({ id, text }) => ({
    text,
    href: toAddress(path, { ...kept, tab: id === "state" ? undefined : id }),
    isCurrent: id === current,
  }));
  return { current, tabs };
}
