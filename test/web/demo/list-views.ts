import { paths } from "../../../apps/web/src/paths.ts";
import type { Demo } from "./demo.ts";

interface ListedView {
  readonly path: string;
  readonly heading: RegExp;
}

interface Items {
  readonly data: readonly { readonly id: string }[];
}

interface Clients {
  readonly data: readonly { readonly client_reference: string }[];
}

const DOMAIN_TABS = ["dns", "readiness", "reporters", "history", "alerts", "settings"];

/** Every view with something to show: lists, and one of the things in each list. */
export async function listViews({ read }: Pick<Demo, "read">): Promise<ListedView[]> {
  const first = async (list: string) =>
    (await read<Items>(`/api/v1/${list}${list.includes("?") ? "&" : "?"}per_page=1`)).data[0]?.id ?? "";
  const [report, domain, submission, webhook] = await Promise.all(
    ["reports", "domains?search=northfield", "submissions", "webhooks"].map(first),
  );
  const { data: clients } = await read<Clients>("/api/v1/domains/clients?per_page=1");
  const client = clients[0]?.client_reference;
  const delivery = await first(`webhooks/${webhook}/deliveries`);
  const lists: readonly (readonly [string, string])[] = [
    [paths.overview, "Overview"],
    [`${paths.overview}?days=365`, "Overview"],
    [`${paths.overview}?domain=${domain}`, "Overview"],
    [paths.attention, "Attention"],
    ...["sender", "owner", "class", "country", "address"].map(
      (by) => [`${paths.sources}?by=${by}`, "Sources"] as const,
    ),
    [`${paths.sender}?sender=Zendesk`, "Zendesk"],
    [paths.failures, "Failures"],
    [paths.records, "Records"],
    [paths.clients, "Clients"],
    [paths.domains, "Domains"],
    [paths.reports, "Reports"],
    [paths.arrived, "Arrived"],
    [paths.upload, "Upload"],
    [`${paths.upload}?tab=explain`, "Upload"],
    [paths.webhooks, "Webhooks"],
    [paths.keys, "Keys"],
  ];
  return [
    ...lists.map(([path, heading]) => ({ path, heading: new RegExp(heading) })),
    ...["", ...DOMAIN_TABS].map((tab) => ({
      path: `/domains/${domain}${tab && `?tab=${tab}`}`,
      heading: /\.example$/,
    })),
    { path: `/clients/${encodeURIComponent(client ?? "")}`, heading: /^Client / },
    { path: `/reports/${report}`, heading: /./ },
    { path: `/arrived/${submission}`, heading: /./ },
    { path: `/webhooks/${webhook}`, heading: /./ },
    { path: `/webhooks/${webhook}/deliveries/${delivery}`, heading: /^Delivery$/ },
  ];
}
