import { parser } from "@prometheus-io/lezer-promql";

/** A metric that a PromQL expression asks for. */
export interface Selector {
  readonly metric: string;
  /** Labels that must have a value, by `=`. */
  readonly equals: Readonly<Record<string, string>>;
  /** All labels that its matchers name. */
  readonly labels: readonly string[];
}

const EMPTY: Selector = { metric: "", equals: {}, labels: [] };

/**
 * The selectors of an expression.
 * @throws when Prometheus could not parse it
 */
export function readSelectors(expression: string): readonly Selector[] {
  const selectors: Selector[] = [];
  let matcher = { label: "", operator: "" };
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) throw new Error(`Prometheus cannot parse this expression at ${from}: ${expression}`);
      const text = expression.slice(from, to);
      const last = selectors.at(-1) ?? EMPTY;
      if (name === "VectorSelector") selectors.push(EMPTY);
      if (name === "Identifier") selectors[selectors.length - 1] = { ...last, metric: text };
      if (name === "UnquotedLabelMatcher") matcher = { label: text.match(/^\w+/)?.[0] ?? "", operator: "" };
      if (name === "MatchOp") matcher.operator = text;
      if (name === "StringLiteral") selectors[selectors.length - 1] = addMatcher(last, { ...matcher, value: text });
    },
  });
  return selectors.filter(({ metric }) => metric !== "");
}

interface Matcher {
  readonly label: string;
  readonly operator: string;
  /** With its quotes. */
  readonly value: string;
}

function addMatcher(selector: Selector, { label, operator, value }: Matcher): Selector {
  const equals = operator === "=" ? { ...selector.equals, [label]: value.slice(1, -1) } : selector.equals;
  return { ...selector, equals, labels: [...selector.labels, label] };
}
