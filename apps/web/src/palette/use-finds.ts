import { fillPath, toClientPath } from "../address.ts";
import { useAnswer } from "../data/use-answer.ts";
import { useSourceGroups } from "../data/use-mail.ts";
import { entries, isAllowed } from "../entries.ts";
import { useFilter } from "../filter/filter.ts";
import { toSenderChange } from "../filter/sender-filter.ts";
import { toDomainText } from "../format/idn.ts";
import { countOf } from "../format/numbers.ts";
import { paths } from "../paths.ts";
import { useScope, useSession } from "../session/session.ts";
import { match, readSearch, type Search } from "./search.ts";

/** Something that the palette leads to. */
export interface Find {
  readonly kind: "View" | "Domain" | "Client" | "Sender" | "Report" | "Address";
  readonly text: string;
  readonly note?: string;
  readonly href: string;
}

/** Of one kind. */
const FINDS_MAX = 6;
/** Senders with the most messages of the period, whose names are searched. */
const SENDERS_MAX = 100;

interface Finds {
  readonly finds: readonly Find[];
  readonly isSearching: boolean;
}

/** What fits the search: views at once, everything else as the service answers. */
export function useFinds(typed: string): Finds {
  const search = readSearch(typed);
  const found = [useDomains(search), useClients(search), useSenders(search), useReport(search)];
  const finds = [...useViews(search), ...useAddress(search), ...found.flatMap((each) => each.finds)];
  return { finds, isSearching: found.some((each) => each.isSearching) };
}

function useViews({ text }: Search): Find[] {
  const { session } = useSession();
  const { linkTo } = useFilter();
  const allowed = entries.filter((entry) => isAllowed(entry, session));
  const max = text === "" ? allowed.length : FINDS_MAX;
  return match(allowed, ({ title }) => title, { text, max }).map(({ title, path }) => ({
    kind: "View",
    text: title,
    href: linkTo(path),
  }));
}

/** Needs no question: the view says so if no mail of the address was reported. */
function useAddress({ address }: Search): Find[] {
  const mayRead = useScope("reports:read");
  const { linkTo } = useFilter();
  if (address === null || !mayRead) return [];
  return [{ kind: "Address", text: address, href: linkTo(paths.sources, { source_ip: address }) }];
}

function useDomains({ text }: Search): Finds {
  const { linkTo } = useFilter();
  const mayRead = useScope("domains:read");
  const isReady = mayRead && text !== "";
  const query = { search: text, per_page: FINDS_MAX };
  const asked = useAnswer({
    key: ["domains", query],
    ask: (client, signal) => client.domains.list(query, { signal }),
    isReady,
  });
  const finds = (asked.data?.data ?? []).map(
    ({ id, domain }): Find => ({
      kind: "Domain",
      text: toDomainText(domain),
      href: linkTo(fillPath(paths.domain, { id }), { domain: undefined }),
    }),
  );
  return toFinds(isReady, asked, finds);
}

function useClients({ text }: Search): Finds {
  const { linkTo } = useFilter();
  const mayRead = useScope("domains:read");
  const isReady = mayRead && text !== "";
  const query = { search: text, per_page: FINDS_MAX };
  const asked = useAnswer({
    key: ["clients", query],
    ask: (client, signal) => client.domains.listClients(query, { signal }),
    isReady,
  });
  const finds = (asked.data?.data ?? []).map(
    ({ client_reference: client, domains }): Find => ({
      kind: "Client",
      text: client,
      note: countOf(domains, "domain"),
      href: toClientPath(client, linkTo),
    }),
  );
  return toFinds(isReady, asked, finds);
}

function useSenders({ text }: Search): Finds {
  const { parameters, linkTo } = useFilter();
  const mayRead = useScope("reports:read");
  const isReady = mayRead && text !== "";
  const query = { ...parameters, group_by: "sender" as const, sort: "-emails" as const, per_page: SENDERS_MAX };
  const asked = useSourceGroups(query, isReady);
  const senders = (asked.data?.data ?? []).flatMap(({ key }) => (key === null ? [] : [key]));
  const finds = match(senders, toDomainText, { text, max: FINDS_MAX }).map(
    (sender): Find => ({
      kind: "Sender",
      text: toDomainText(sender),
      href: linkTo(paths.sender, toSenderChange("sender", sender)),
    }),
  );
  return toFinds(isReady, asked, finds);
}

function useReport({ reportId }: Search): Finds {
  const { linkTo } = useFilter();
  const isReady = useScope("reports:read") && reportId !== null;
  const asked = useAnswer({
    key: ["report", reportId, "found"],
    ask: (client, signal) => client.reports.readPage(reportId ?? "", { per_page: 1 }, { signal }),
    isReady,
  });
  if (!asked.data) return toFinds(isReady, asked, []);
  const { reporter, domain } = asked.data.data;
  const href = linkTo(fillPath(paths.report, { id: reportId ?? "" }));
  return toFinds(isReady, asked, [
    { kind: "Report", text: `${reporter} about ${domain === null ? "a deleted domain" : toDomainText(domain)}`, href },
  ]);
}

/** An answer to the question before is not one to this: Enter must not open what is no longer searched for. */
function toFinds(isReady: boolean, asked: { isFetching: boolean; isPlaceholderData: boolean }, finds: Find[]): Finds {
  return { finds: isReady && !asked.isPlaceholderData ? finds : [], isSearching: isReady && asked.isFetching };
}
