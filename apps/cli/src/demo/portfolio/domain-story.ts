import { choose, toFraction } from "../fraction.ts";
import {
  amazonSes,
  forwarded,
  googleWorkspace,
  helpDesk,
  mailchimp,
  microsoft365,
  ownMail,
  spoofedMail,
} from "../senders.ts";
import type { Story, Stream } from "../story.ts";
import type { DemoCase, DemoDomain } from "./clients.ts";

/** Two months: each has one before it to compare with. */
const DAYS = 60;
/** The wave of spoofing, and since when a client's DKIM is broken: within the last month. */
const WAVE_DAYS = 10;
export const BROKEN_DAYS = 6;
const SILENT_DAYS = 15;

/** Every how many days a domain of each size has reports, and from which part of the reporters. */
const pace = [
  { everyDays: 7, share: 0.35 },
  { everyDays: 3, share: 0.5 },
  { everyDays: 1, share: 1 },
] as const;
const messagesOfSize = [12, 180, 4200] as const;

const providers = [
  { selector: "google", addresses: googleWorkspace },
  { selector: "selector1", addresses: microsoft365 },
  { selector: "ses", addresses: amazonSes },
] as const;

/** The reports of one domain of the portfolio. */
export function toStory({ name, size, shows, state }: DemoDomain): Story {
  const { everyDays, share } = pace[size];
  const phase = Math.floor(toFraction(`${name} phase`) * everyDays);
  const policy = choose(["none", "none", "quarantine", "reject"], `${name} policy`);
  return {
    domain: name,
    policy,
    summary: shows,
    days: DAYS,
    streams: toStreams(name, { shows, messages: messagesOfSize[size] * (0.4 + toFraction(`${name} volume`) * 1.6) }),
    hasReport: ({ daysAgo, reporter }) =>
      daysAgo % everyDays === phase &&
      (share === 1 || toFraction(`${name} ${reporter}`) < share) &&
      (state !== "silent" || daysAgo > SILENT_DAYS),
  };
}

function toStreams(domain: string, { shows, messages }: { shows: DemoCase; messages: number }): Stream[] {
  const { selector, addresses } = choose(providers, `${domain} provider`);
  const own = ownMail({ domain, selector, addresses, workday: messages, weekend: messages * 0.2 });
  const few = Math.max(4, messages * 0.1);
  const campaign = {
    addresses: mailchimp,
    messagesOn: ({ daysAgo }: { daysAgo: number }) => (daysAgo % 7 === 3 ? messages * 2 : 0),
    spf: { domain: "mail198.suw14.mcsv.net", result: "pass" },
    dkim: [{ domain, selector: "k2", result: "pass" }],
  };
  const others: Readonly<Record<DemoCase, readonly Stream[]>> = {
    healthy: [own, campaign],
    "help-desk": [own, helpDesk(() => few * 2)],
    forwarded: [
      own,
      forwarded({ domain, selector, dkim: "pass", messages: few }),
      forwarded({ domain, selector, dkim: "fail", messages: few / 2 }),
    ],
    spoofed: [own, spoofedMail(domain, ({ daysAgo }) => (daysAgo <= WAVE_DAYS ? Math.max(60, messages * 3) : 2))],
    "broken-dkim": [...breakDkim(own), forwarded({ domain, selector, dkim: "fail", messages: few })],
  };
  return [...others[shows]];
}

/** The same mail before and since its signatures are broken; SPF passes for the provider's own name alone. */
function breakDkim(own: Stream): Stream[] {
  return [
    { ...own, messagesOn: (day) => (day.daysAgo > BROKEN_DAYS ? own.messagesOn(day) : 0) },
    {
      ...own,
      messagesOn: (day) => (day.daysAgo > BROKEN_DAYS ? 0 : own.messagesOn(day)),
      spf: { domain: "bounce.provider.example", result: "pass" },
      dkim: own.dkim.map((signature) => ({ ...signature, result: "fail" })),
    },
  ];
}
