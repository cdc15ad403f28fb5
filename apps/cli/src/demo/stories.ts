import {
  amazonSes,
  forwarded,
  googleWorkspace,
  helpDesk,
  mailchimp,
  microsoft365,
  ownMail,
  spoofedMail,
} from "./senders.ts";
import type { Story } from "./story.ts";

/** Length of the wave of spoofing, at the end of the demo. */
const WAVE_DAYS = 21;

/** Names under .example are reserved (RFC 2606). */
const healthy = "brightwater.example";
const misconfigured = "northfield.example";
const spoofed = "oldharbor.example";

export const stories: readonly Story[] = [
  {
    domain: healthy,
    policy: "reject",
    summary: "healthy: all its messages pass, the policy is reject",
    streams: [
      ownMail({ domain: healthy, selector: "google", addresses: googleWorkspace, workday: 320, weekend: 60 }),
      {
        addresses: mailchimp,
        messagesOn: ({ daysAgo }) => (daysAgo % 7 === 3 ? 900 : 0),
        spf: { domain: "mail198.suw14.mcsv.net", result: "pass" },
        dkim: [{ domain: healthy, selector: "k2", result: "pass" }],
      },
      forwarded({ domain: healthy, selector: "google", dkim: "pass", messages: 6 }),
    ],
  },
  {
    domain: misconfigured,
    policy: "none",
    summary: "a help desk that signs only with its own name, and a forwarder that breaks some signatures",
    streams: [
      ownMail({ domain: misconfigured, selector: "selector1", addresses: microsoft365, workday: 260, weekend: 40 }),
      helpDesk(({ isWeekend }) => (isWeekend ? 15 : 55)),
      forwarded({ domain: misconfigured, selector: "selector1", dkim: "pass", messages: 24 }),
      {
        ...forwarded({ domain: misconfigured, selector: "selector1", dkim: "fail", messages: 10 }),
        overrideReason: { type: "forwarded", comment: "looks forwarded, downgrade to none" },
      },
    ],
  },
  {
    domain: spoofed,
    policy: "reject",
    summary: `spoofed: others send in its name, with a wave in the last ${WAVE_DAYS} days; receivers reject it`,
    streams: [
      ownMail({ domain: spoofed, selector: "ses", addresses: amazonSes, workday: 60, weekend: 20 }),
      spoofedMail(spoofed, ({ daysAgo }) => (daysAgo <= WAVE_DAYS ? 420 : 12)),
    ],
  },
];
