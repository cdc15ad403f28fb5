import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askClickHouse } from "../../support/ask-clickhouse.ts";
import { type Figure, percentile } from "../figure.ts";
import { type FilledStore, openFilledStore } from "../filled-store.ts";
import type { Part } from "../part.ts";
import { toManyOrganizations } from "./questions.ts";

const GOAL = 1.2;
const WAIT_FOR_VIEWS_MS = 60_000;
const questions = new URL("../../../docs/questions/", import.meta.url);
const twins = new URL("../twins/", import.meta.url);

/** Looking up a million made-up addresses would disturb the measurement; their facts are made up, too. */
const withoutEnrichment = { RUAFLOW_SOURCE_ENRICHMENT: "off" };

const facts = `INSERT INTO ruaflow.source_facts (address, hostname, asn, organization, country)
  SELECT source_ip, concat('host-', lower(hex(cityHash64(source_ip))), '.example'), 64512 + cityHash64(source_ip) % 1000,
    concat('Network ', toString(cityHash64(source_ip) % 1000)), ['DE', 'FR', 'NZ', 'US'][1 + cityHash64(source_ip) % 4]
  FROM ruaflow.records GROUP BY source_ip`;

/** SQL condition: the rows that the views show while nothing is pending. */
const stored = `attempt <= (SELECT argMax(attempt, version) FROM ruaflow.visibility)
  AND domain_id NOT IN (SELECT domain_id FROM ruaflow.deleted_domains)`;

/** The named questions on the views, and each answered from the tables by hand, in turn. */
export const viewsPart: Part = {
  name: "views",
  title: "named questions in SQL over all organizations, on the views and on the tables",
  async run(context) {
    const { records, viewRounds } = context.options;
    const store = await openFilledStore("questions", toManyOrganizations(records), context, withoutEnrichment);
    try {
      await waitForViews(store);
      const url = readUrl(store);
      await fillFacts(url);
      const figures: Figure[] = [];
      for (const name of listQuestions()) {
        context.progress(name);
        figures.push(...(await compare(url, name, viewRounds)));
      }
      return {
        figures,
        notes: [
          `${store.filled.records.toLocaleString("en")} records; one client, ${viewRounds} rounds of view and tables, the answers equal`,
          "tables: the same stored and counted rows, summed once, written by hand (test/load/twins)",
        ],
      };
    } finally {
      await store.stop();
    }
  },
};

function listQuestions(): string[] {
  return readdirSync(questions).map((file) => file.replace(/\.sql$/, ""));
}

/** Waits until the record-writer, which has just started, has published what is stored. */
export async function waitForViews(store: FilledStore): Promise<void> {
  const { records } = store.filled;
  const deadline = Date.now() + WAIT_FOR_VIEWS_MS;
  for (;;) {
    const shown = Number(await askClickHouse(readUrl(store), "SELECT count() FROM ruaflow_v1.records"));
    if (shown === records) return;
    if (Date.now() > deadline) throw new Error(`the views show ${shown} of ${records} records`);
    await sleep(500);
  }
}

/** Of the ClickHouse with the tables, too, which SQL readers do not see. */
function readUrl({ folder }: FilledStore): string {
  return readFileSync(join(folder, "clickhouse.url"), "utf8");
}

/** Once: a store that is kept has them already. */
async function fillFacts(url: string): Promise<void> {
  if ((await askClickHouse(url, "SELECT count() FROM ruaflow.source_facts")) === "0\n") await askClickHouse(url, facts);
}

async function compare(url: string, name: string, rounds: number): Promise<Figure[]> {
  const onView = readFileSync(new URL(`${name}.sql`, questions), "utf8");
  const onTables = readFileSync(new URL(`${name}.sql`, twins), "utf8").replaceAll("{stored}", stored);
  const times = { view: [] as number[], tables: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    // In turn, so that neither always finds the caches filled by the other.
    const order = round % 2 === 0 ? (["view", "tables"] as const) : (["tables", "view"] as const);
    const answers = new Set<string>();
    for (const where of order) {
      const { answer, milliseconds } = await measure(url, where === "view" ? onView : onTables);
      answers.add(answer);
      // The first round fills the caches.
      if (round > 0) times[where].push(milliseconds);
    }
    if (answers.size > 1) throw new Error(`${name}: the view and the tables give different answers`);
  }
  const [view, tables] = [percentile(times.view, 95), percentile(times.tables, 95)];
  return [
    { name: `${name}: view, p95`, unit: "ms", values: [view] },
    { name: `${name}: tables, p95`, unit: "ms", values: [tables] },
    { name: `${name}: view / tables`, unit: "times", values: [view / tables], goal: { atMost: GOAL } },
  ];
}

async function measure(url: string, query: string) {
  const startedAt = performance.now();
  const answer = await askClickHouse(url, query, { database: "ruaflow_v1" });
  return { answer, milliseconds: performance.now() - startedAt };
}
