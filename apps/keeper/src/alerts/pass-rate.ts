import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { type Finding, findFirstDay, toDay, toDaysText, toText } from "./finding.ts";

/**
 * Finds whether the share of a window's messages that passed DMARC is below the threshold, given enough messages.
 *
 * @param forged messages of the window that do not count
 */
export function findPassRate(
  rule: AlertRules["pass_rate"],
  days: readonly DayCounts[],
  { now, forged = 0 }: { readonly now: Date; readonly forged?: number },
): Finding {
  const { below, window_days, messages_min } = rule;
  const firstDay = toDay(now, window_days - 1);
  const window = days.filter(({ day }) => day >= firstDay && day <= toDay(now));
  const messages = window.reduce((sum, day) => sum + day.messages, 0) - forged;
  const passed = window.reduce((sum, day) => sum + day.passed, 0);
  const isEnough = messages >= messages_min;
  // Rounded down, so that a value below the threshold is never shown as equal to it.
  const value = messages === 0 ? 0 : Math.floor((1000 * passed) / messages) / 10;
  const spared = forged === 0 ? "" : `, without ${toText(forged)} forged ones`;
  const ofMessages = `of ${toText(messages)} messages in ${toDaysText(window_days)} passed DMARC${spared}`;
  return {
    rule: "pass_rate",
    sourceIp: null,
    value,
    threshold: below,
    since: findFirstDay(days, (day) => 100 * day.passed < below * day.messages),
    isCrossed: isEnough && 100 * passed < below * messages,
    summary: isEnough
      ? `${value} % ${ofMessages}; the threshold is ${below} %.`
      : `${value} % ${ofMessages}: too few messages for a rate.`,
  };
}
