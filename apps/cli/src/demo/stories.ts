import type { Story, StoryDay, Stream } from "./story.ts";

/** Length of the wave of spoofing, at the end of the demo. */
const WAVE_DAYS = 21;

/** Addresses in public ranges of the senders that they represent; names under .example are reserved (RFC 2606). */
const googleWorkspace = ["209.85.128.179", "209.85.167.44", "209.85.208.53", "209.85.218.41", "209.85.222.180"];
const microsoft365 = ["40.107.20.85", "40.107.94.62", "40.107.223.118", "40.107.237.71"];
const mailchimp = ["198.2.128.66", "198.2.175.101", "205.201.131.141"];
const amazonSes = ["54.240.8.31", "54.240.11.164", "54.240.48.209"];
const zendesk = ["192.161.146.44", "192.161.149.201"];
const fastmail = ["64.147.123.19", "66.111.4.25", "66.111.4.28"];
/** Servers rented by the hour from large clouds, a typical origin of spoofing. */
const rented = ["45.77.118.203", "51.38.74.19", "88.198.55.210", "134.209.84.77", "159.65.142.31", "167.99.201.148"];

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
      {
        addresses: zendesk,
        messagesOn: ({ isWeekend }) => (isWeekend ? 15 : 55),
        spf: { domain: "zendesk.com", result: "pass" },
        dkim: [{ domain: "zendesk.com", selector: "zendesk1", result: "pass" }],
      },
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
      {
        addresses: rented,
        messagesOn: ({ daysAgo }) => (daysAgo <= WAVE_DAYS ? 420 : 12),
        spf: { domain: spoofed, result: "fail" },
        dkim: [],
      },
    ],
  },
];

interface OwnMail {
  readonly domain: string;
  readonly selector: string;
  readonly addresses: readonly string[];
  readonly workday: number;
  readonly weekend: number;
}

function ownMail({ domain, selector, addresses, workday, weekend }: OwnMail): Stream {
  return {
    addresses,
    messagesOn: ({ isWeekend }: StoryDay) => (isWeekend ? weekend : workday),
    spf: { domain, result: "pass" },
    dkim: [{ domain, selector, result: "pass" }],
  };
}

interface Forwarded {
  readonly domain: string;
  readonly selector: string;
  readonly dkim: string;
  readonly messages: number;
}

/** The forwarder's address is not in the domain's SPF record; a signature survives if the text is not changed. */
function forwarded({ domain, selector, dkim, messages }: Forwarded): Stream {
  return {
    addresses: fastmail,
    messagesOn: () => messages,
    spf: { domain, result: "softfail" },
    dkim: [{ domain, selector, result: dkim }],
  };
}
