import type { Random } from "./random.ts";
import type { XmlElement } from "./tree.ts";

type Children = readonly (XmlElement | string)[];

function element(name: string, children: Children | string): XmlElement {
  return { name, attributes: [], children: typeof children === "string" ? (children ? [children] : []) : children };
}

const WORDS = ["pass", "fail", "none", "reject", "PASS", "r", "s", "100", "psl", "softfail", "mfrom", ""] as const;
const DOMAINS = ["example.com", "mail.example.com", "b\u00fccher.example", "EXAMPLE.com", "a_b.example.com"] as const;
const CHARACTERS = [
  "a",
  ..." <>&\"'/]-!?;#=\n\t\r",
  "\u00e4",
  "\u53d7",
  "\u{1f98a}",
  "]]>",
  "&amp;",
  "&#65;",
  "\u2028",
  "\u00a0",
  "\ufffd",
] as const;

/** A text of everything that is hard to escape. */
export function makeText(random: Random): string {
  const length = random.chance(0.02) ? random.between(1000, 5000) : random.between(0, 30);
  return Array.from({ length }, () => random.pick([random.pick(CHARACTERS), "x", "y"])).join("");
}

/** A report of the schema with some of its optional elements, of RFC 7489 or RFC 9990. */
export function makeReport(random: Random): XmlElement {
  const text = () => makeText(random);
  const some = (name: string, value: () => string, share = 0.5) =>
    random.chance(share) ? [element(name, value())] : [];
  const word = () => random.pick(WORDS);
  const records = Array.from({ length: random.between(0, 4) }, () => makeRecord(random));
  const metadata = element("report_metadata", [
    ...some("org_name", text, 0.9),
    ...some("email", text),
    ...some("extra_contact_info", text),
    ...some("report_id", text, 0.9),
    element("date_range", [element("begin", "1709856000"), element("end", " 1709942399\n")]),
    ...some("error", text),
    ...some("error", text),
    ...some("generator", text),
  ]);
  const names = ["p", "sp", "np", "adkim", "aspf", "pct", "testing", "discovery_method"];
  const policy = element("policy_published", [
    element("domain", "example.com"),
    ...names.flatMap((name) => some(name, word)),
    ...some("fo", text),
  ]);
  return element("feedback", [...some("version", () => "1.0"), metadata, policy, ...records]);
}

function makeRecord(random: Random): XmlElement {
  const text = () => makeText(random);
  const word = () => random.pick(WORDS);
  const domain = () => random.pick(DOMAINS);
  const some = (name: string, value: () => string, share = 0.7) =>
    random.chance(share) ? [element(name, value())] : [];
  const many = (make: () => XmlElement) => Array.from({ length: random.between(0, 2) }, make);
  const evaluated = element("policy_evaluated", [
    ...some("disposition", word),
    ...some("dkim", word),
    ...some("spf", word),
    ...many(() => element("reason", [...some("type", word), ...some("comment", text)])),
    ...some("reason", word, 0.1),
  ]);
  const count = String(random.between(0, 999));
  const row = [element("source_ip", `192.0.2.${random.between(0, 255)}`), element("count", count), evaluated];
  const identifiers = [
    ...some("header_from", domain, 0.9),
    ...some("envelope_from", text),
    ...some("envelope_to", () => (random.chance(0.2) ? `who@${domain()}` : domain())),
  ];
  const results = [
    ...many(() =>
      element("dkim", [
        ...some("domain", domain),
        ...some("selector", text),
        ...some("result", word),
        ...some("human_result", text),
      ]),
    ),
    ...many(() =>
      element("spf", [
        ...some("domain", domain),
        ...some("scope", word),
        ...some("result", word),
        ...some("human_result", text),
      ]),
    ),
  ];
  return element("record", [
    element("row", row),
    element("identifiers", identifiers),
    element("auth_results", results),
  ]);
}
