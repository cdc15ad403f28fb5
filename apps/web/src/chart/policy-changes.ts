import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../data/use-answer.ts";
import { useScope } from "../session/session.ts";
import type { Mark } from "./drawing.tsx";

export type DnsChange = Answer<"listDomainDnsHistory">["data"][number];

const CHANGES_MAX = 100;

/** What a domain published, newest first; empty until it is there, and without a domain. */
export function useDnsHistory(id: string | undefined): readonly DnsChange[] {
  const history = useAnswer({
    key: ["dns-history", id],
    ask: (client, signal) => client.domains.listDnsHistory(id ?? "", { per_page: CHANGES_MAX }, { signal }),
    isReady: useScope("domains:read") && id !== undefined,
  });
  return id === undefined || history.isPlaceholderData ? [] : (history.data?.data ?? []);
}

/** When the DMARC record changed. The first check of a domain is no change. */
export function toPolicyMarks(history: readonly DnsChange[]): Mark[] {
  return history
    .filter(({ record, old, new: now }) => record === "dmarc" && old !== null && old !== now)
    .map(({ checked_at: at, differences, new: now }) => ({
      date: at.slice(0, 10),
      text: differences.join(", ") || (now ?? "the DMARC record is gone"),
    }));
}
