import type { SourceDay } from "@ruaflow/record-store/mail";
import { toVerdictId } from "@ruaflow/record-store/verdicts";
import type { ClassifiedMail, ClassifyMail } from "../classes/classify-mail.ts";

/** Messages of a sender before and since a day, below which nothing is said of a break. */
const MESSAGES_MIN = 10;
/** Days with such mail: less may be one burst. */
const BROKEN_DAYS_MIN = 2;
/** Sources of a range whose days are read, those of the senders with most failing messages. */
const SUSPECTS_MAX = 1_000;

/**
 * Judges again the senders whose mail looks forwarded with broken signatures, but passed until one day and fails since: a forwarder breaks
 * some mail every day, a key that breaks does so once. Unsigned mail says nothing of a key. The sources of a service are one sender to a
 * domain, for each of them may have a few messages only.
 */
export async function judgeBroken(
  classified: readonly ClassifiedMail[],
  classify: ClassifyMail,
  readDays: (addresses: readonly string[]) => Promise<readonly SourceDay[]>,
): Promise<readonly ClassifiedMail[]> {
  const senders = listSuspects(classified);
  if (senders.length === 0) return classified;
  const addresses = new Set(senders.flat().map(({ item }) => item.sourceIp));
  const days = Map.groupBy(await readDays([...addresses]), toVerdictId);
  const broken = senders.filter((sources) =>
    brokeAtOnce(sumByDay(sources.flatMap(({ item }) => days.get(toVerdictId(item)) ?? []))),
  );
  const judged = new Map(classify(broken.flat(), { brokeAtOnce: true }).map((one) => [toVerdictId(one.item), one]));
  return classified.map((one) => judged.get(toVerdictId(one.item)) ?? one);
}

/** The sources of each sender that may have a broken key. */
function listSuspects(classified: readonly ClassifiedMail[]): readonly ClassifiedMail[][] {
  const suspects = classified.filter(({ verdict }) => verdict.cause === "forwarded_dkim_broken");
  const senders = Map.groupBy(
    suspects,
    ({ item, verdict }) => `${item.domainId} ${verdict.service?.name ?? item.sourceIp}`,
  );
  const counted = [...senders.values()].map((sources) => ({
    sources,
    failing: sources.reduce((sum, { item }) => sum + countFailing(item), 0),
  }));
  let count = 0;
  return counted
    .filter(({ failing }) => failing >= MESSAGES_MIN)
    .toSorted((a, b) => b.failing - a.failing)
    .map(({ sources }) => sources)
    .filter((sources) => {
      count += sources.length;
      return count <= SUSPECTS_MAX;
    });
}

function countFailing({ groups, rest }: ClassifiedMail["item"]): number {
  return groups.reduce((sum, { messages, dmarcPass }) => sum + (dmarcPass ? 0 : messages), rest.failed);
}

type Counts = Pick<SourceDay, "messages" | "passed">;

function sumByDay(days: readonly SourceDay[]): Counts[] {
  const byDay = [...Map.groupBy(days, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byDay.map(([, all]) => toSums(all));
}

/** @param days with mail, in order. True if almost all passed before the last days on which most mail fails, and almost none on these */
export function brokeAtOnce(days: readonly Counts[]): boolean {
  const since = 1 + days.findLastIndex(({ messages, passed }) => 2 * passed >= messages);
  const [before, after] = [toShare(days.slice(0, since)), toShare(days.slice(since))];
  if (before.messages < MESSAGES_MIN || days.length - since < BROKEN_DAYS_MIN) return false;
  return before.share >= 0.9 && after.share <= 0.1;
}

function toShare(days: readonly Counts[]) {
  const { messages, passed } = toSums(days);
  return { messages, share: messages === 0 ? 0 : passed / messages };
}

function toSums(days: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  return { messages: sum("messages"), passed: sum("passed") };
}
