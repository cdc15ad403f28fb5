import { askQuestion, type Question } from "../ask.ts";
import type { Figure } from "../figure.ts";
import type { FillSpec, OrganizationSpec } from "../fill/spec.ts";
import { type FilledStore, openFilledStore } from "../filled-store.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import { readListing, toReportQuestions } from "../report-questions.ts";

const DAYS = 400;
const RECORDS_MEAN = 8;
const ORGANIZATIONS = 100;

/** Many organizations; the largest has half of the data and is the one queried. */
export const questionsPart: Part = {
  name: "questions",
  title: "questions over HTTP, embedded mode, many organizations of very different size",
  run: (context) => measure("questions", toManyOrganizations(context.options.records), context),
};

/** One organization with a large number of domains. */
export const domainsPart: Part = {
  name: "domains",
  title: "one organization with thousands of domains, over HTTP, embedded mode",
  run: (context) => measure("domains", toOneOrganization(context.options), context),
};

/** Half of the records belong to the first of a hundred organizations. */
export function toManyOrganizations(records: number): FillSpec {
  const reports = records / RECORDS_MEAN;
  const rest = Array.from({ length: ORGANIZATIONS - 1 }, (_, index) => 1 / (index + 1));
  const sum = rest.reduce((total, share) => total + share, 0);
  const shares = [0.5, ...rest.map((share) => (0.5 * share) / sum)];
  const toOrganization = (share: number, index: number): OrganizationSpec => ({
    name: `Organization ${index + 1}`,
    domains: Math.max(1, Math.round(200 * Math.sqrt(share * 2))),
    reports: Math.max(10, Math.round(reports * share)),
    recordsMean: RECORDS_MEAN,
  });
  return { days: DAYS, organizations: shares.map(toOrganization) };
}

function toOneOrganization({ domains, domainReports }: PartContext["options"]): FillSpec {
  return { days: DAYS, organizations: [{ name: "One", domains, reports: domainReports, recordsMean: 3 }] };
}

async function measure(name: string, spec: FillSpec, context: PartContext): Promise<PartOutput> {
  const store = await openFilledStore(name, spec, context);
  try {
    const { figures, notes } = await askAll(store, context);
    return { figures: [...toFillFigures(store), ...figures], notes: [...toNotes(store), ...notes] };
  } finally {
    await store.stop();
  }
}

async function askAll(store: FilledStore, { options, progress }: PartContext): Promise<PartOutput> {
  const [largest] = store.filled.organizations;
  if (!largest) return { figures: [], notes: ["NOT MEASURED: the store is empty"] };
  const asking = { url: store.service.url, key: await store.createKey(largest.id), requests: options.requests };
  const figures: Figure[] = [];
  const notes: string[] = [];
  const questions = await toReportQuestions(largest, { lastDay: store.filled.lastDay, asking });
  for (const question of [...questions, ...(await toDomainQuestions(asking))]) {
    progress(question.name);
    const outcome = await askQuestion(question, asking).catch((error: Error) => error);
    if (outcome instanceof Error) notes.push(`NOT MEASURED: ${question.name}: ${outcome.message}`);
    else figures.push(...outcome);
  }
  return { figures, notes };
}

async function toDomainQuestions(asking: Parameters<typeof readListing>[1]): Promise<Question[]> {
  const { lastPage, ids } = await readListing("/api/v1/domains", asking).catch(() => ({ lastPage: 1, ids: [] }));
  const page = (number: number) => [`/api/v1/domains?per_page=100&page=${number}`];
  const one = ids.map((id) => `/api/v1/domains/${id}`);
  return [
    { name: "list of domains, first page", paths: page(1) },
    { name: `list of domains, last page (${lastPage})`, paths: page(lastPage) },
    ...(one.length > 0 ? [{ name: "one domain", paths: one }] : []),
  ];
}

function toFillFigures({ filled, stored }: FilledStore): Figure[] {
  return [
    { name: "insert of encoded records", unit: "records/s", values: [filled.records / filled.insertSeconds] },
    {
      name: "stored, per record (with projections)",
      unit: "bytes",
      values: [stored.recordBytes / stored.records],
      goal: { atMost: 12 },
    },
    { name: "stored, per report (its own row)", unit: "bytes", values: [stored.reportBytes / stored.reports] },
  ];
}

function toNotes({ filled }: FilledStore): string[] {
  const [largest] = filled.organizations;
  const sum = filled.organizations.reduce((total, { reports }) => total + reports, 0);
  const text = (value: number) => value.toLocaleString("en");
  return [
    `${text(filled.records)} records, ${text(sum)} reports, ${filled.spec.days} days, ${filled.organizations.length} organizations;`,
    `queried: the largest, with ${text(largest?.reports ?? 0)} reports and ${text(largest?.domainIds.length ?? 0)} domains; clients and service share the machine.`,
  ];
}
