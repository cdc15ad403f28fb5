import type { SourceDay } from "@ruaflow/record-store/mail";
import type { ClassifiedMail, ClassifyMail } from "../classes/classify-mail.ts";

/** Messages of a source before and since a day, below which nothing is said of a break. */
const MESSAGES_MIN = 10;
/** Days with such mail: less may be one burst. */
const BROKEN_DAYS_MIN = 2;
/** Sources of a range whose days are read, those with most failing messages. */
const SUSPECTS_MAX = 200;

/**
 * Judges again the sources whose mail looks forwarded with broken signatures, but passed until one day and fails since: a forwarder breaks
 * some mail every day, a key that breaks does so once. Unsigned mail says nothing of a key.
 */
export async function judgeBroken(
  classified: readonly ClassifiedMail[],
  classify: ClassifyMail,
  readDays: (addresses: readonly string[]) => Promise<readonly SourceDay[]>,
): Promise<readonly ClassifiedMail[]> {
  const suspects = classified
    .filter(({ item, verdict }) => verdict.cause === "forwarded_dkim_broken" && countFailing(item) >= MESSAGES_MIN)
    .toSorted((a, b) => countFailing(b.item) - countFailing(a.item))
    .slice(0, SUSPECTS_MAX);
  if (suspects.length === 0) return classified;
  const addresses = [...new Set(suspects.map(({ item }) => item.sourceIp))];
  const days = Map.groupBy(await readDays(addresses), toKey);
  const broken = suspects.filter(({ item }) => brokeAtOnce(days.get(toKey(item)) ?? []));
  const judged = new Map(classify(broken, { brokeAtOnce: true }).map((one) => [toKey(one.item), one]));
  return classified.map((one) => judged.get(toKey(one.item)) ?? one);
}

function toKey({ domainId, sourceIp }: Pick<SourceDay, "domainId" | "sourceIp">): string {
  return `${domainId} ${sourceIp}`;
}

function countFailing({ groups, rest }: ClassifiedMail["item"]): number {
  return groups.reduce((sum, { messages, dmarcPass }) => sum + (dmarcPass ? 0 : messages), rest.failed);
}

type Counts = Pick<SourceDay, "messages" | "passed">;

/** @param days with mail, in order. True if almost all passed before the last days on which most mail fails, and almost none on these */
export function brokeAtOnce(days: readonly Counts[]): boolean {
  const since = 1 + days.findLastIndex(({ messages, passed }) => 2 * passed >= messages);
  const [before, after] = [toShare(days.slice(0, since)), toShare(days.slice(since))];
  if (before.messages < MESSAGES_MIN || days.length - since < BROKEN_DAYS_MIN) return false;
  return before.share >= 0.9 && after.share <= 0.1;
}

function toShare(days: readonly Counts[]) {
  const messages = days.reduce((sum, day) => sum + day.messages, 0);
  const passed = days.reduce((sum, day) => sum + day.passed, 0);
  return { messages, share: messages === 0 ? 0 : passed / messages };
}
