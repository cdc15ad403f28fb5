import { type DomainToJudge, judgedMail, type MailVerdict } from "@ruaflow/metadata-store/attention";
import { describeCause } from "@ruaflow/senders/rules";
import type { VerdictStores } from "@ruaflow/verdicts";
import { type DomainReadiness, listReasons, readReadiness } from "@ruaflow/verdicts/readiness";
import { toDay, toDaysText, toText } from "../alerts/finding.ts";

const { failingDays, failuresMin, readyDays } = judgedMail;

/** Classifies the mail of a domain, as far as it may be a reason for attention. */
export async function judgeMail(stores: VerdictStores, domain: DomainToJudge, now: Date): Promise<MailVerdict> {
  const counted = domain.countUnauthenticated ? "all" : "authentic";
  const read = (days: number) => {
    const filter = { startDate: toDay(now, days - 1), endDate: toDay(now), counted } as const;
    return readReadiness(stores, domain.organizationId, { domain, filter });
  };
  return {
    misconfigured: domain.fails ? findMisconfigured(await read(failingDays)) : null,
    ready: domain.asksNothing ? findReady(await read(readyDays)) : null,
  };
}

/** The sender with most messages is named, by its service or else its address, with the cause in words. */
function findMisconfigured({ obstacles }: Pick<DomainReadiness, "obstacles">): MailVerdict["misconfigured"] {
  const own = obstacles.filter((obstacle) => obstacle.class === "misconfigured");
  const value = own.reduce((sum, { messages }) => sum + messages.low, 0);
  const [largest] = own;
  if (largest === undefined || value < failuresMin) return null;
  const sender = toSender(largest);
  const others = new Set(own.map(toSender)).size - 1;
  const more = others === 0 ? "" : ` ${others} more of your senders ${others === 1 ? "has" : "have"} such messages.`;
  const messages = toText(largest.messages.low);
  return {
    value,
    summary: `${sender} sent ${messages} messages that fail DMARC in ${toDaysText(failingDays)}: ${describeCause(largest.cause)}.${more}`,
  };
}

function toSender({ service, sourceIps }: DomainReadiness["obstacles"][number]): string {
  return service ?? sourceIps[0] ?? "";
}

/** As `GET /domains/:id/readiness` says `ready`. */
function findReady(found: DomainReadiness): MailVerdict["ready"] {
  const { share, of } = found.scenarios.reject;
  if (share === null || listReasons(found).length > 0) return null;
  return {
    value: 100 * (1 - share.high),
    summary: `p=reject would lose at most ${toText(Math.ceil(1000 * share.high) / 10)} % of the ${toText(of.high)} messages in ${toDaysText(readyDays)} that may be yours; the domain publishes p=none.`,
  };
}
