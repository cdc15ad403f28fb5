import { listHostile } from "../../envelope/testing/hostile-submission.ts";
import { plainReport, withField } from "./plain-report.ts";

type Outcomes = Readonly<Record<string, string>>;

/** One document for each text of a field. */
function listValues(field: string, outcomes: Outcomes) {
  return listHostile(
    Object.fromEntries(
      Object.entries(outcomes).map(([text, outcome]) => [
        `${field} ${JSON.stringify(text.length > 40 ? `${text.slice(0, 20)}… ${text.length}` : text)}`,
        [outcome, () => withField(field, text)] as const,
      ]),
    ),
  );
}

const skipped = "report [] record-skipped no-usable-record";
const counts = listValues("count", {
  "": skipped,
  " ": skipped,
  "-1": skipped,
  "+1": skipped,
  "-0": skipped,
  "0": "report [192.0.2.1 0] count-zero",
  "007": "report [192.0.2.1 7]",
  "1e3": skipped,
  "1e400": skipped,
  "1E-400": skipped,
  "0x10": skipped,
  "0b1": skipped,
  "0o7": skipped,
  "1_000": skipped,
  "1,000": skipped,
  "1.000": "report [192.0.2.1 1]",
  "1.5": skipped,
  "1.": "report [192.0.2.1 1]",
  ".5": skipped,
  "1 000": skipped,
  "1\u00a0000": skipped,
  "\u0663": skipped,
  "\uff13": skipped,
  "\u00b3": skipped,
  "\u2164": skipped,
  "3\u200b": skipped,
  "3&#0;": "report [] bad-entity record-skipped no-usable-record",
  "3;4": skipped,
  NaN: skipped,
  Infinity: skipped,
  null: skipped,
  true: skipped,
  "3n": skipped,
  "2147483648": "report [192.0.2.1 2147483648]",
  "10000000000": "report [192.0.2.1 10000000000]",
  "10000000001": skipped,
  "9007199254740993": skipped,
  "18446744073709551616": skipped,
  ["9".repeat(8000)]: skipped,
  ["0".repeat(8000)]: "report [192.0.2.1 0] count-zero",
  ["1".padStart(8000, "0")]: "report [192.0.2.1 1]",
});

const odd = "report";
const begins = listValues("begin", {
  NaN: `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "0": `${odd} 0-1709942399 period-long period-implausible`,
  "-1": `${odd} -1-1709942399 period-long period-implausible`,
  "1709856000.9": `${odd} value-rewritten`,
  "1709856000000": `${odd} value-rewritten`,
  "1e20": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "100000000000000000000": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "999999999999999999": `${odd} 1709942399-1709942399 value-rewritten period-incomplete period-empty`,
  "-999999999999": `${odd} -1000000000-1709942399 value-rewritten period-long period-implausible`,
  "1709942400": `${odd} 1709942400-1709942399 period-reversed`,
  "99999999999": `${odd} 99999999999-1709942399 period-reversed period-implausible`,
  "0x65EA6B00": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "2024-03-08T00:00:00Z": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "Fri, 08 Mar 2024 00:00:00 GMT": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "\u0661\u0667": `${odd} 1709942399-1709942399 period-incomplete period-empty`,
  "+1709856000": odd,
  ["9".repeat(8000)]: `${odd} 1709942399-1709942399 period-incomplete period-empty`,
});

const noPeriods = listHostile(
  Object.fromEntries(
    ["NaN", "", "1e400", "\u221e"].map((text) => [
      `both ends of the period ${JSON.stringify(text)}`,
      ["no-period", () => withBothEnds(text)] as const,
    ]),
  ),
);

function withBothEnds(text: string): Buffer {
  const ends = `<begin>${text}</begin><end>${text}</end>`;
  return Buffer.from(plainReport.replace(/<begin>[\s\S]*<\/end>/, ends));
}

const addresses = listValues("source_ip", {
  "": skipped,
  "192.0.2": skipped,
  "192.0.2.1.1": skipped,
  "192.0.2.256": skipped,
  "192.0.2.01": skipped,
  "0300.0.2.1": skipped,
  "0xc0.0.2.1": skipped,
  "3221225985": skipped,
  "192.0.513": skipped,
  "192.0.2.1/32": skipped,
  "192.0.2.1:25": skipped,
  "192.0.2.1 ": odd,
  "192.0.2.1, 192.0.2.2": skipped,
  "192.0.2.-1": skipped,
  "192\u30020\u30022\u30021": skipped,
  "\u0661\u0669\u0662.0.2.1": skipped,
  localhost: skipped,
  "mail.example.com": skipped,
  "[192.0.2.1]": skipped,
  "2001:DB8::1": "report [2001:db8::1 3]",
  "2001:0db8:0000:0000:0000:0000:0000:0001": "report [2001:db8::1 3]",
  "[2001:db8::1]": skipped,
  "2001:db8::1/128": skipped,
  "2001:db8::1%eth0": "report [2001:db8::1 3]",
  "fe80::1%25eth0": "report [fe80::1 3]",
  "2001:db8::1::2": skipped,
  "2001:db8::12345": skipped,
  ":::": skipped,
  "::": "report [:: 3]",
  "::ffff:192.0.2.1": odd,
  "::ffff:c000:201": odd,
  "::192.0.2.1": "report [::c000:201 3]",
  "64:ff9b::192.0.2.1": "report [64:ff9b::c000:201 3]",
  "::ffff:192.0.2.1.1": skipped,
  "::ffff:0192.0.2.1": skipped,
  "unix:/tmp/socket": skipped,
  "file:///etc/passwd": skipped,
  ["1:".repeat(4000)]: skipped,
  [`::${"0".repeat(5000)}1`]: skipped,
  [`::1%${"e".repeat(5000)}`]: skipped,
});

const inferred = "report domain-inferred";
const domains = listValues("domain", {
  "": inferred,
  ".": inferred,
  "EXAMPLE.COM.": "report",
  "*.example.com": inferred,
  "a@example.com": inferred,
  "http://example.com/": inferred,
  "example.com:25": inferred,
  "192.0.2.1": inferred,
  "xn--": "report xn--",
  "b\u00fccher.example": "report xn--bcher-kva.example",
  "\u202emoc.elpmaxe": inferred,
  "example\u3002com": "report",
  "exa&#0;mple.com": "report bad-entity domain-inferred",
  ["a.".repeat(200)]: inferred,
  ["a".repeat(300)]: inferred,
  "../../etc/passwd": inferred,
  "' OR 1=1 --": inferred,
});

export const hostileValues = [...counts, ...begins, ...noPeriods, ...addresses, ...domains];
