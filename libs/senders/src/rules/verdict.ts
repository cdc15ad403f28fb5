import type { Cause } from "./cause.ts";
import type { SourceClass } from "./source-class.ts";
import type { AuthResult } from "./source-mail.ts";

/** What a source is to a domain, why, and what to do. All texts are bounded and printable, but not escaped. */
export interface Verdict {
  readonly service: { readonly name: string; readonly category: string; readonly by: string } | null;
  /** That of most failing messages; of a source of which nothing fails, that of most messages. */
  readonly class: SourceClass;
  /** Other classes with at least 5 % of the source's messages, most messages first. */
  readonly also: readonly SourceClass[];
  readonly cause: Cause;
  /** A sentence that names the evidence. */
  readonly explanation: string;
  /** What is to be done; `null`: nothing. */
  readonly nextStep: string | null;
  readonly evidence: Evidence;
  /** Messages by class; they add up to all messages of the source. */
  readonly messages: Readonly<Record<SourceClass, number>>;
  /** All that was found, a source can be forwarded and misconfigured. One entry for each rule that decided, in the order of the rules. */
  readonly findings: readonly Finding[];
  /** The class of each group, in the order of the groups. */
  readonly groupClasses: readonly SourceClass[];
}

/** What one rule says of a part of a source's messages. */
export interface Finding extends Pick<Verdict, "class" | "cause" | "explanation" | "nextStep"> {
  /** By its name in the README. */
  readonly rule: string;
  readonly messages: number;
  /** Those that fail DMARC. */
  readonly failing: number;
}

/** What the cause was derived from: the groups that have it. Lists have at most 5 entries, most messages first. */
export interface Evidence {
  /** The rule that decided, by its name in the README. */
  readonly rule: string;
  /** Messages that the rule decided. */
  readonly messages: number;
  readonly headerFrom: readonly string[];
  readonly dkim: readonly CountedResult[];
  readonly spf: readonly CountedResult[];
  readonly reasons: readonly string[];
}

/** A result, and the messages that had it. */
export interface CountedResult extends AuthResult {
  readonly messages: number;
}
