import type { StoryDay, Stream } from "./story.ts";

/** Addresses in public ranges of the senders that they represent. */
export const googleWorkspace = ["209.85.128.179", "209.85.167.44", "209.85.208.53", "209.85.218.41", "209.85.222.180"];
export const microsoft365 = ["40.107.20.85", "40.107.94.62", "40.107.223.118", "40.107.237.71"];
export const mailchimp = ["198.2.128.66", "198.2.175.101", "205.201.131.141"];
export const amazonSes = ["54.240.8.31", "54.240.11.164", "54.240.48.209"];
const zendesk = ["192.161.146.44", "192.161.149.201"];
const fastmail = ["64.147.123.19", "66.111.4.25", "66.111.4.28"];
/** Servers rented by the hour from large clouds, a typical origin of spoofing. */
const rented = ["45.77.118.203", "51.38.74.19", "88.198.55.210", "134.209.84.77", "159.65.142.31", "167.99.201.148"];

interface OwnMail {
  readonly domain: string;
  readonly selector: string;
  readonly addresses: readonly string[];
  readonly workday: number;
  readonly weekend: number;
}

export function ownMail({ domain, selector, addresses, workday, weekend }: OwnMail): Stream {
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
export function forwarded({ domain, selector, dkim, messages }: Forwarded): Stream {
  return {
    addresses: fastmail,
    messagesOn: () => messages,
    spf: { domain, result: "softfail" },
    dkim: [{ domain, selector, result: dkim }],
  };
}

/** A help desk that signs only with its own name. */
export function helpDesk(messagesOn: Stream["messagesOn"]): Stream {
  return {
    addresses: zendesk,
    messagesOn,
    spf: { domain: "zendesk.com", result: "pass" },
    dkim: [{ domain: "zendesk.com", selector: "zendesk1", result: "pass" }],
  };
}

/** Others who send in the domain's name. */
export function spoofedMail(domain: string, messagesOn: Stream["messagesOn"]): Stream {
  return { addresses: rented, messagesOn, spf: { domain, result: "fail" }, dkim: [] };
}
