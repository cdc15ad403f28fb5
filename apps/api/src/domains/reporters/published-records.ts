import { chooseDmarcRecord, type DmarcRecord } from "@ruaflow/dns/watched-records";
import type { DnsHistoryEntry } from "@ruaflow/metadata-store/watch";
import { addDays, toDay } from "../../period.ts";

/** The records that a reporter may have seen on a day. */
export interface PublishedOnDay {
  /** Each that was published at some time from the day before to the day after; `null`: none, or one that receivers ignore. */
  readonly records: readonly (DmarcRecord | null)[];
  /** Whether the history knows all of these three days. */
  readonly isKnown: boolean;
}

/** What a domain published, day by day. */
export interface PublishedRecords {
  /** UTC days, in order: between two of them the answer of {@link PublishedRecords.on} stays the same. */
  readonly cuts: readonly string[];
  on(day: string): PublishedOnDay;
}

interface Stay {
  readonly record: DmarcRecord | null;
  /** First and last UTC day on which it was published. */
  readonly firstDay: string;
  readonly lastDay: string;
}

const FAR_DAY = "9999-12-31";

/**
 * What a domain's DNS history says of its DMARC record. A day has a grace of one day on both sides: a resolver may keep the record
 * that was replaced for a day, a report's period may begin or end half a day beside the UTC day, and a change is noticed at the next
 * check.
 *
 * @param history newest entry first
 * @param isWatched whether DNS is still checked: otherwise nothing is known after the newest entry
 */
export function createPublishedRecords(history: readonly DnsHistoryEntry[], isWatched: boolean): PublishedRecords {
  const entries = history.filter(({ record }) => record === "dmarc").reverse();
  const stays = entries.map(({ newValue, checkedAt }, index): Stay => {
    const firstDay = toDay(checkedAt.getTime());
    const next = entries[index + 1]?.checkedAt.getTime();
    const record = newValue === null ? null : chooseDmarcRecord(newValue.split("\n"));
    return { record, firstDay, lastDay: next === undefined ? (isWatched ? FAR_DAY : firstDay) : toDay(next) };
  });
  const [first, last] = [stays[0], stays.at(-1)];
  return {
    cuts: stays.flatMap(({ firstDay }) => [addDays(firstDay, -1), addDays(firstDay, 2)]).sort(),
    on(day) {
      const [before, after] = [addDays(day, -1), addDays(day, 1)];
      const seen = stays.filter((stay) => stay.firstDay <= after && stay.lastDay >= before);
      // The history does not say what was published on the first day before the first check, and on the last after the last.
      const isKnown = first !== undefined && first.firstDay < before && (last?.lastDay ?? "") > after;
      return { records: seen.map(({ record }) => record), isKnown };
    },
  };
}
