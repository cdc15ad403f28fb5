import type { Selector } from "./promql.ts";

/** What a process exports: the label sets of each metric. Metrics without a value yet have none. */
export type Exposition = ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>;

/** Reads Prometheus' text format. */
export function parseExposition(text: string): Exposition {
  const metrics = new Map<string, Record<string, string>[]>();
  for (const line of text.split("\n")) {
    const [, declared] = line.match(/^# TYPE (\S+)/) ?? [];
    if (declared !== undefined) metrics.set(declared, metrics.get(declared) ?? []);
    const [, name, labels = ""] = line.match(/^(\w+)(?:\{(.*)\})? \S+$/) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", value = ""]) => [
      label,
      value,
    ]);
    metrics.set(name, [...(metrics.get(name) ?? []), Object.fromEntries(pairs)]);
  }
  return metrics;
}

/** Labels that Prometheus adds to each series that it scrapes. */
const ADDED = ["job", "instance"];

/** What is wrong with a selector; `null` when the exported metrics have what it asks for. `up` is Prometheus' own. */
export function findSelectorFault({ metric, equals, labels }: Selector, exported: Exposition): string | null {
  if (metric === "up") return null;
  const series = exported.get(metric);
  if (series === undefined) return `${metric} is not exported`;
  const asked = labels.filter((label) => !ADDED.includes(label));
  const unknown = asked.find((label) => !series.some((one) => label in one));
  if (unknown !== undefined) return `${metric} has no label ${unknown}`;
  const wanted = Object.entries(equals).filter(([label]) => !ADDED.includes(label));
  if (wanted.length === 0 || series.some((one) => wanted.every(([label, value]) => one[label] === value))) return null;
  return `${metric} has no series with ${wanted.map((pair) => pair.join("=")).join(", ")}`;
}
