import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { ofDomain, useFilter } from "../../filter/filter.ts";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import type { DomainTab } from "./next-steps.ts";

interface Part {
  readonly id: DomainTab;
  readonly text: string;
  /** It asks for what keys without reports:read may not read. */
  readonly isOfReports?: true;
  /** A section of the home in full: among the tabs only while it is shown. */
  readonly isDetail?: true;
}

const PARTS: readonly Part[] = [
  { id: "home", text: "Home" },
  { id: "dns", text: "DNS", isDetail: true },
  { id: "readiness", text: "Readiness", isOfReports: true, isDetail: true },
  { id: "reporters", text: "Reporters", isOfReports: true },
  { id: "history", text: "History" },
  { id: "alerts", text: "Alerts" },
  { id: "settings", text: "Settings" },
];

/** Lists that are views of their own. */
const LISTS = [
  { text: "Sources", path: paths.sources },
  { text: "Failures", path: paths.failures },
  { text: "Reports", path: paths.reports },
] as const;

/** The filter is kept from tab to tab; what one tab shows of it is not. */
const KEPT = ["client", "label", "days", "month", "from", "to"];

/** The parts of a domain's view, and the one that the address names; old addresses of its state lead to its home. */
export function useDomainTabs(id: string) {
  const { path, query } = useLocation();
  const { linkTo } = useFilter();
  const mayReadReports = useScope("reports:read");
  const parts = PARTS.filter(({ isOfReports }) => mayReadReports || !isOfReports);
  const current = parts.find((part) => part.id === query.tab)?.id ?? "home";
  const kept = Object.fromEntries(KEPT.map((name) => [name, query[name]]));
  const [home, ...others] = parts
    .filter((part) => !part.isDetail || part.id === current)
    .map((part) => ({
      text: part.text,
      href: toAddress(path, { ...kept, tab: part.id === "home" ? undefined : part.id }),
      isCurrent: part.id === current,
    }));
  const lists = LISTS.map(({ text, path: list }) => ({
    text,
    href: linkTo(list, ofDomain(id)),
    isCurrent: false,
  }));
  return { current, tabs: [...(home ? [home] : []), ...(mayReadReports ? lists : []), ...others] };
}
