import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toClientMessage } from "../../apps/web/src/views/failures/message-text.ts";
import {
  type Cause,
  causes,
  describeCause,
  type SourceClass,
  sourceClasses,
} from "../../libs/senders/src/rules/index.ts";

interface Golden {
  readonly class: SourceClass;
  readonly cause: Cause;
  readonly explanation: string;
  readonly next_step?: string | null;
}

const cases = sourceClasses.flatMap((name): Golden[] =>
  JSON.parse(readFileSync(`libs/senders/golden/${name}.json`, "utf8")),
);
const [start, end] = ["2026-10-01", "2026-10-31"];

function write({ explanation, next_step = null, ...verdict }: Golden) {
  const group = {
    ...{ sender: "Zendesk", sources: 2, class: verdict.class, cause_description: describeCause(verdict.cause) },
    ...{ explanation, next_step, failure_count: 3879 },
  };
  const domains = [{ name: "example.com", failed: 3879 }];
  return toClientMessage({ group, domains, domainCount: 1, period: { start, end }, records: [] });
}

test.for(causes)("the message about %s has domain, figures, period, cause and next step in plain words", (cause) => {
  const own = cases.filter((each) => each.cause === cause);
  expect(own.length).toBeGreaterThan(0);
  for (const each of own) {
    const text = write(each);
    expect(text).toContain("From Oct 1, 2026 to Oct 31, 2026, receivers reported 3,879 messages that failed DMARC");
    expect(text).toContain("your domain example.com. It came from Zendesk (2 addresses).");
    expect(text).toContain(`What is wrong: ${describeCause(cause)}. ${each.explanation}`);
    expect(text).toContain(`What to do: ${each.next_step ?? "nothing. We keep watching it."}`);
    expect(text).not.toMatch(/undefined|null|\bNaN\b|[{}]|DNS records to publish|misconfigured|spoofed/);
    expect(text.includes("This is not your mail.")).toBe(each.class === "spoofed");
  }
});

test("the whole message for a service that signs in its own name", () => {
  const signed = cases.find(({ cause }) => cause === "dkim_signed_by_service") ?? expect.fail("no such case");
  expect(write(signed)).toMatchInlineSnapshot(`
    "Subject: Mail from Zendesk that fails DMARC

    Hello,

    From Oct 1, 2026 to Oct 31, 2026, receivers reported 3,879 messages that failed DMARC, the check that mail really comes from your domain example.com. It came from Zendesk (2 addresses).

    This is most likely your own mail, from a service or server that is not set up for your domain. Receivers may reject it or put it into the junk folder.

    What is wrong: DKIM is signed in the service's name instead of the domain's. DKIM is signed by sendgrid.net, which does not align with example.com.

    What to do: Set up DKIM for example.com at SendGrid: authenticate the domain under Settings > Sender Authentication."
  `);
});

test("a message names domains with their figures, and records only as DNS is said to lack them", () => {
  const group = { sender: null, sources: 1, class: "spoofed", failure_count: 30, sender_kind: "none" } as const;
  const domains = [
    { name: "xn--bcher-kva.example", failed: 20 },
    { name: "b.example", failed: 7 },
  ];
  const records = [{ name: "_dmarc.b.example", type: "TXT", value: "v=DMARC1; p=none" }];
  const text = toClientMessage({ group, domains, domainCount: 4, period: { start, end }, records });
  expect(text).toMatchInlineSnapshot(`
    "Subject: Mail from a sender with no known name that fails DMARC

    Hello,

    From Oct 1, 2026 to Oct 31, 2026, receivers reported 30 messages that failed DMARC, the check that mail really comes from your domain:
    - xn--bcher-kva.example: 20 messages
    - b.example: 7 messages
    - 2 other domains

    It came from a sender with no known name (1 address).

    This is not your mail. Someone else sent it with your domain as the sender.

    What to do: nothing. We keep watching it.

    DNS records to publish:
    _dmarc.b.example TXT "v=DMARC1; p=none""
  `);
});
