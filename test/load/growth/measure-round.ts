import { readCpuSeconds } from "../read-cpu.ts";
import { completeGroup, createGroup, GROUP_REPORTS } from "./group.ts";
import type { Grown } from "./open-grown.ts";
import { LARGE_ORGANIZATION, SMALL_ORGANIZATION } from "./population.ts";
import { QUESTIONS, toDay } from "./questions.ts";

/** What one step took, in milliseconds for one time. */
export interface Timed {
  readonly name: string;
  readonly wallMs: number;
  /** Of PostgreSQL, its processes in the background included. */
  readonly cpuMs: number;
}

const GROUPS = 10;
const RETENTION_DAYS = 200;
const HASH_FORM = 1;

/** Does everything that is measured once, and some of it often enough to be told from noise. */
export async function measureRound(grown: Grown): Promise<readonly Timed[]> {
  return [
    ...(await measureWriting(grown)),
    ...(await measureQuestions(grown)),
    ...(await measureKeeping(grown)),
    ...(await measureDeletion(grown)),
  ];
}

/** What the mails of a group cost PostgreSQL, and both transactions of the record-writer. */
async function measureWriting(grown: Grown): Promise<Timed[]> {
  const { intake, reports } = grown.metadata;
  const groups = Array.from({ length: GROUPS }, createGroup);
  const attempts: bigint[] = [];
  return [
    await time(grown, `intake of ${GROUP_REPORTS} mails`, groups, async ({ submissions, accepted }) => {
      await intake.archiveSubmissions(submissions);
      await intake.saveArrivals(accepted);
    }),
    await time(grown, `T1 of ${GROUP_REPORTS} reports`, groups, async ({ claims }) => {
      attempts.push((await reports.claimReports(claims)).attempt);
    }),
    await time(grown, `T2 of ${GROUP_REPORTS} reports`, groups, async (group) => {
      await completeGroup(grown, attempts.shift() ?? 0n, group);
    }),
  ];
}

async function measureQuestions(grown: Grown): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const { name, times, ask } of QUESTIONS) {
    timed.push(await time(grown, name, Array.from({ length: times }), () => ask(grown)));
  }
  return timed;
}

/** Loops of the keeper and `ruaflow reconcile`, each one step. */
async function measureKeeping(grown: Grown): Promise<Timed[]> {
  const { domains, reports } = grown.metadata;
  const day = toDay(3);
  const range = { firstDay: day, lastDay: day, hashForm: HASH_FORM };
  const bodies = { rawDays: null, quarantineDays: 30, now: new Date() };
  let compared = 0;
  const reconciled = await time(grown, "reconcile: a day in PostgreSQL", [day], async () => {
    await reports.readListedDays(LARGE_ORGANIZATION, range);
    compared = (await reports.listListedReports(LARGE_ORGANIZATION, range)).length;
  });
  return [
    { ...toPart(reconciled, compared / 1000), name: "reconcile: 1,000 reports of a day, in PostgreSQL" },
    await time(grown, "retention of bodies: 1,000 submissions", [""], (after) =>
      domains.discardBodiesStep(after, bodies),
    ),
    await time(grown, "daily sums of 200 domains", [0], () => reports.refreshDomainReports(toDay(-1), "")),
  ];
}

/** One domain with 2,000 reports: first half of them by retention, then itself. Nothing once all such domains are gone. */
async function measureDeletion(grown: Grown): Promise<Timed[]> {
  const { database, metadata } = grown;
  const [domain] = await database.query<{ id: string }>(
    "SELECT id FROM domains WHERE organization_id = $1 ORDER BY id LIMIT 1",
    [SMALL_ORGANIZATION],
  );
  if (domain === undefined) return [];
  const key = { organizationId: SMALL_ORGANIZATION, domainId: domain.id };
  const old = { domainIds: [domain.id], beforeDay: toDay(RETENTION_DAYS) };
  return [
    await time(grown, "retention: 1,000 reports of a domain", [old], async () => {
      await metadata.domains.discardOldBodies(SMALL_ORGANIZATION, old);
      await metadata.reports.removeOldReports(SMALL_ORGANIZATION, old);
    }),
    await time(grown, "deletion of a domain with 2,000 reports", [key], async () => {
      await metadata.domains.beginDeletion(SMALL_ORGANIZATION, domain.id);
      await metadata.domains.deleteDomainData([key]);
      await metadata.domains.finishDeletions([key]);
    }),
  ];
}

/** The mean over all items. A step that fails, mostly by its time limit, takes for ever. */
export async function time<Item>(
  grown: Pick<Grown, "pid">,
  name: string,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<Timed> {
  const cpuBefore = readCpuSeconds(grown.pid);
  const startedAt = performance.now();
  try {
    for (const item of items) await work(item);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return { name, wallMs: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY };
  }
  const wallMs = performance.now() - startedAt;
  return toPart({ name, wallMs, cpuMs: (readCpuSeconds(grown.pid) - cpuBefore) * 1000 }, items.length);
}

function toPart({ name, wallMs, cpuMs }: Timed, times: number): Timed {
  return { name, wallMs: wallMs / times, cpuMs: cpuMs / times };
}
