import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameSender } from "../names/sender-name.ts";
import { classifySource } from "../rules/classify-source.ts";
import { sourceClasses } from "../rules/source-class.ts";
import type { DomainContext, MailGroup, SourceMail } from "../rules/source-mail.ts";
import { domainContext, mailGroup, sourceMail } from "../testing/arbitrary-mail.ts";
import { sampleServiceMap } from "../testing/sample-services.ts";
import { type JudgedSource, readinessOf } from "./readiness.ts";
import { type Scenario, scenarios } from "./scenario.ts";

const context: DomainContext = {
  domain: "example.com",
  passingServices: new Set<string>(),
  passingDomains: new Set(["example.com"]),
  overrides: [],
};

function judge(mail: SourceMail, known = context): JudgedSource {
  const verdict = classifySource(mail, known, sampleServiceMap);
  const sender = nameSender({ service: verdict.service, organization: null, hostname: mail.hostname }, new Set());
  return { mail, verdict: { ...verdict, sender: sender.name, senderKind: sender.kind } };
}

interface Counted {
  readonly messages: number;
  readonly unknown: boolean;
  readonly lost: boolean;
}

/** Says in the plainest way whether a message would be lost, from the report's words alone. */
function isLost(group: MailGroup, scenario: Scenario): boolean {
  const from = group.headerFrom.trim().toLowerCase().replace(/\.$/, "");
  const is = (results: MailGroup["dkim"]) =>
    results.some(({ domain, result }) => {
      const name = domain.trim().toLowerCase().replace(/\.$/, "");
      return result.trim().toLowerCase() === "pass" && name === from;
    });
  const { dmarcPass, dkimAligned, spfAligned } = group;
  if (!dmarcPass) return true;
  if (scenario === "strict_dkim") return !((dkimAligned && is(group.dkim)) || spfAligned);
  if (scenario === "strict_spf") return !(dkimAligned || (spfAligned && is(group.spf)));
  if (scenario === "strict") return !((dkimAligned && is(group.dkim)) || (spfAligned && is(group.spf)));
  return false;
}

/** Lowest and highest share over each choice of unknown groups that might be legitimate: every subset is tried. */
function findShares(counted: readonly Counted[]) {
  const sure = counted.filter(({ unknown }) => !unknown);
  const unknown = counted.filter((one) => one.unknown);
  const shares = [];
  for (let choice = 0; choice < 2 ** unknown.length; choice += 1) {
    const chosen = [...sure, ...unknown.filter((_, index) => (choice >> index) % 2 === 1)];
    const all = chosen.reduce((sum, { messages }) => sum + messages, 0);
    const lost = chosen.reduce((sum, one) => sum + (one.lost ? one.messages : 0), 0);
    if (all > 0) shares.push(lost / all);
  }
  return shares.length === 0 ? null : { low: Math.min(...shares), high: Math.max(...shares) };
}

/** From domains as a report usually has them, so that the plain recount needs no rules of names. */
const plainGroup = fc
  .tuple(
    mailGroup,
    fc.constantFrom("example.com", "news.example.com", "a.b.example.com"),
    fc.integer({ min: 1, max: 500 }),
  )
  .map(([group, headerFrom, messages]) => ({ ...group, headerFrom, messages }));
const plainSource = fc
  .tuple(sourceMail, fc.array(plainGroup, { maxLength: 4 }))
  .map(([mail, groups]) => ({ ...mail, groups }));

describe("a naive recount", () => {
  test.each(scenarios)("of %s finds the same messages and the same range of shares", (scenario) => {
    fc.assert(
      fc.property(fc.array(plainSource, { maxLength: 3 }), domainContext, (mails, known) => {
        const sources = mails.map((mail) => judge(mail, known));
        const counted = sources.flatMap(({ mail, verdict }) =>
          mail.groups.flatMap((group, index) => {
            const name = verdict.groupClasses[index];
            const concerned = scenario !== "subdomain_policy" || group.headerFrom !== "example.com";
            if (name === "spoofed" || !concerned) return [];
            const isInOrder = name === "compliant" && !group.dmarcPass;
            const lost = isLost(group, scenario) && !isInOrder;
            return { messages: group.messages, unknown: name === "unknown", lost };
          }),
        );
        const loss = readinessOf("example.com", sources).scenarios[scenario];
        const sum = (isIn: (one: Counted) => boolean) =>
          counted.reduce((total, one) => total + (isIn(one) ? one.messages : 0), 0);
        expect(loss.messages).toEqual({
          low: sum(({ lost, unknown }) => lost && !unknown),
          high: sum(({ lost }) => lost),
        });
        expect(loss.of).toEqual({ low: sum(({ unknown }) => !unknown), high: sum(() => true) });
        const shares = findShares(counted);
        expect(loss.share === null).toBe(shares === null);
        // Where nothing is legitimate for sure, no mail at all is a choice, too, of which 0 is lost.
        if (loss.of.low > 0) expect(loss.share?.low).toBeCloseTo(shares?.low ?? 0, 10);
        expect(loss.share?.high ?? 0).toBeCloseTo(shares?.high ?? 0, 10);
      }),
      { seed: 20_261, numRuns: 500 },
    );
  });

  test("of sources adds up to the domain, and of classes to all messages", () => {
    fc.assert(
      fc.property(fc.array(sourceMail, { maxLength: 4 }), domainContext, (mails, known) => {
        const sources = mails.map((mail) => judge(mail, known));
        const readiness = readinessOf("example.com", sources);
        for (const scenario of scenarios) {
          const sum = (end: "low" | "high") =>
            readiness.sources.reduce((total, one) => total + one.scenarios[scenario].messages[end], 0);
          expect({ low: sum("low"), high: sum("high") }).toEqual(readiness.scenarios[scenario].messages);
        }
        const all = mails.flatMap(({ groups }) => groups).reduce((sum, { messages }) => sum + messages, 0);
        expect(sourceClasses.reduce((sum, name) => sum + readiness.classes[name].messages, 0)).toBe(all);
      }),
      { seed: 20_262, numRuns: 500 },
    );
  });

  test("of obstacles finds every failing message that is legitimate or may be, largest first", () => {
    fc.assert(
      fc.property(fc.array(sourceMail, { maxLength: 5 }), domainContext, (mails, known) => {
        const { obstacles, scenarios: found } = readinessOf(
          "example.com",
          mails.map((mail) => judge(mail, known)),
        );
        const sum = (end: "low" | "high") => obstacles.reduce((total, { messages }) => total + messages[end], 0);
        expect({ low: sum("low"), high: sum("high") }).toEqual(found.reject.messages);
        const lows = obstacles.map(({ messages }) => messages.low);
        expect(lows).toEqual(lows.toSorted((a, b) => b - a));
      }),
      { seed: 20_263, numRuns: 500 },
    );
  });
});

const group: MailGroup = {
  messages: 100,
  headerFrom: "example.com",
  dmarcPass: true,
  dkimAligned: true,
  spfAligned: true,
  disposition: "none",
  dkim: [{ domain: "mail.example.com", result: "pass" }],
  spf: [{ domain: "example.com", result: "pass" }],
  reasons: [],
};

function toMail(sourceIp: string, hostname: string | null, groups: readonly MailGroup[]): SourceMail {
  return { sourceIp, hostname, asn: null, groups };
}

describe("a domain with two services, a forger and a server of unknown owner", () => {
  const fails = { ...group, dmarcPass: false, dkimAligned: false, spfAligned: false };
  const sendgrid = { ...fails, dkim: [{ domain: "sendgrid.net", result: "pass" }], spf: [] };
  const readiness = readinessOf(
    "example.com",
    [
      toMail("192.0.2.1", "mail.example.com", [group]),
      toMail("192.0.2.2", "o1.sendgrid.net", [{ ...sendgrid, messages: 30 }]),
      toMail("192.0.2.3", "o2.sendgrid.net", [{ ...sendgrid, messages: 10 }]),
      toMail("192.0.2.4", null, [
        { ...fails, messages: 900, dkim: [], spf: [{ domain: "example.com", result: "fail" }] },
      ]),
      toMail("192.0.2.5", null, [
        { ...fails, messages: 60, dkim: [], spf: [{ domain: "example.com", result: "neutral" }] },
      ]),
    ].map((mail) => judge(mail)),
  );

  test("loses the unfinished service's mail under reject, and perhaps that of the unknown server, but not the forger's", () => {
    expect(readiness.scenarios.reject).toEqual({
      messages: { low: 40, high: 100 },
      of: { low: 140, high: 200 },
      share: { low: 40 / 140, high: 100 / 200 },
    });
    expect(readiness.scenarios.quarantine).toEqual(readiness.scenarios.reject);
    expect(readiness.classes.spoofed).toMatchObject({ messages: 900, lost: { reject: 900 } });
  });

  test("loses nothing more under strict DKIM or strict SPF: the other one still aligns", () => {
    expect(readiness.scenarios.strict_dkim.messages).toEqual({ low: 40, high: 100 });
    expect(readiness.scenarios.strict_spf.messages).toEqual({ low: 40, high: 100 });
  });

  test("has no mail that a subdomain policy concerns", () => {
    expect(readiness.scenarios.subdomain_policy.share).toBeNull();
  });

  test("has one obstacle for the service, with its addresses and what to do, before the server of unknown owner", () => {
    expect(readiness.obstacles).toMatchObject([
      {
        service: "SendGrid",
        class: "misconfigured",
        cause: "dkim_signed_by_service",
        sourceIps: ["192.0.2.2", "192.0.2.3"],
        sources: 2,
        messages: { low: 40, high: 40 },
        nextStep:
          "Set up DKIM for example.com at SendGrid: authenticate the domain under Settings > Sender Authentication.",
      },
      { service: null, class: "unknown", sourceIps: ["192.0.2.5"], messages: { low: 0, high: 60 } },
    ]);
  });
});

test("addresses without a service are one obstacle if they have one sender, and one each if they have no name", () => {
  const fails = { ...group, dmarcPass: false, dkimAligned: false, spfAligned: false, dkim: [] };
  const unknown = { ...fails, spf: [{ domain: "example.com", result: "neutral" }] };
  const hosts = ["a.host.example", "b.host.example", null, null];
  const mails = hosts.map((host, index) => toMail(`192.0.2.${index}`, host, [unknown]));
  const { obstacles } = readinessOf(
    "example.com",
    mails.map((mail) => judge(mail)),
  );
  expect(obstacles.map(({ sender, senderKind, sources }) => [sender, senderKind, sources])).toEqual([
    ["host.example", "hostname", 2],
    ["", "none", 1],
    ["", "none", 1],
  ]);
});

test("mail that fails by errors of look-ups, or because its evaluation was left out, is not lost and is no obstacle", () => {
  const fails = { ...group, dmarcPass: false, dkimAligned: false, spfAligned: false };
  const errors = { ...fails, dkim: [{ domain: "example.com", result: "temperror" }], spf: [] };
  const mail = toMail("192.0.2.1", "mail.example.com", [group, errors, { ...fails, leftOut: ["dkim", "spf"] }]);
  const { scenarios: found, obstacles } = readinessOf("example.com", [judge(mail)]);
  expect(found.reject).toEqual({
    messages: { low: 0, high: 0 },
    of: { low: 300, high: 300 },
    share: { low: 0, high: 0 },
  });
  expect(obstacles).toEqual([]);
});

test("strict alignment asks for the From domain itself: a subdomain that signs is lost where SPF does not make up for it", () => {
  const onlyDkim = { ...group, spfAligned: false, spf: [] };
  const { scenarios: found } = readinessOf("example.com", [judge(toMail("192.0.2.1", "mail.example.com", [onlyDkim]))]);
  expect(found.reject.messages.high).toBe(0);
  expect(found.strict_spf.messages.high).toBe(0);
  expect(found.strict_dkim.messages).toEqual({ low: 100, high: 100 });
  expect(found.strict.messages).toEqual({ low: 100, high: 100 });
});
