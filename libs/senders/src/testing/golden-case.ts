import { readdirSync, readFileSync } from "node:fs";
import type { Cause } from "../rules/cause.ts";
import type { SourceClass } from "../rules/source-class.ts";
import type { AuthResult, DomainContext, MailGroup, Override, SourceMail } from "../rules/source-mail.ts";

/** A situation with what is to be said of it, as `golden/*.json` has it. */
export interface GoldenCase {
  readonly situation: string;
  readonly hostname?: string;
  readonly asn?: number;
  readonly passing_services?: readonly string[];
  /** `["example.com"]` unless named. */
  readonly passing_domains?: readonly string[];
  readonly overrides?: readonly Override[];
  readonly broke_at_once?: true;
  readonly mail: readonly GoldenMail[];
  readonly class: SourceClass;
  readonly also?: readonly SourceClass[];
  readonly cause: Cause;
  readonly rule: string;
  readonly explanation: string;
  readonly next_step: string | null;
}

/** Results are written `domain=result`, signatures `domain/selector=result` or `domain=result`. */
export interface GoldenMail {
  readonly messages?: number;
  readonly from?: string;
  /** What of it passes aligned: `both`, `dkim` or `spf`; nothing unless named. */
  readonly passes?: "both" | "dkim" | "spf";
  /** Evaluated results that the reporter left out. */
  readonly left_out?: readonly ("dkim" | "spf")[];
  readonly dkim?: readonly string[];
  readonly spf?: readonly string[];
  readonly reasons?: readonly string[];
}

const FOLDER = new URL("../../golden/", import.meta.url);

export function readGoldenCases(): GoldenCase[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as GoldenCase[]);
}

export function toSourceMail({ hostname = "", asn, mail, broke_at_once: brokeAtOnce }: GoldenCase): SourceMail {
  const known = { sourceIp: "192.0.2.7", hostname: hostname || null, asn: asn ?? null };
  return { ...known, groups: mail.map(toGroup), brokeAtOnce: brokeAtOnce === true };
}

export function toContext({
  passing_services,
  passing_domains = ["example.com"],
  overrides = [],
}: GoldenCase): DomainContext {
  return {
    domain: "example.com",
    passingServices: new Set(passing_services),
    passingDomains: new Set(passing_domains),
    overrides,
  };
}

function toGroup({
  messages = 10,
  from = "example.com",
  passes,
  left_out: leftOut = [],
  dkim = [],
  spf = [],
  reasons = [],
}: GoldenMail): MailGroup {
  return {
    messages,
    headerFrom: from,
    dmarcPass: passes !== undefined,
    dkimAligned: passes === "both" || passes === "dkim",
    spfAligned: passes === "both" || passes === "spf",
    leftOut,
    disposition: "none",
    dkim: dkim.map(toResult),
    spf: spf.map(toResult),
    reasons,
  };
}

function toResult(text: string): AuthResult {
  const at = text.lastIndexOf("=");
  const [domain = "", selector] = text.slice(0, at).split("/");
  return { domain, result: text.slice(at + 1), ...(selector === undefined ? {} : { selector }) };
}
