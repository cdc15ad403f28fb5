import { setTimeout as sleep } from "node:timers/promises";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { createIngest, OPERATOR_LIMITS } from "@ruaflow/ingest";
import { type Replay, type ReplayDifference, replaySubmission, sumAccepted } from "@ruaflow/ingest/replay";
import type { SubmissionSummary } from "@ruaflow/metadata-store/intake";
import { isOutage, UsageError } from "@ruaflow/runtime/errors";
import { noMetrics } from "@ruaflow/runtime/metrics";
import type { Environment } from "@ruaflow/runtime/settings";
import { retryUntilDone } from "@ruaflow/runtime/work";
import pMap from "p-map";
import { createOutcomeWaiter } from "../import/outcome-waiter.ts";
import { createProgress, STORE_UNREACHABLE } from "../import/progress.ts";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import type { Stores } from "../stores/stores.ts";
import { awaitStores, withStores } from "../stores/with-stores.ts";
import { type ChoiceOptions, toFilter } from "./submission-options.ts";

const CONCURRENCY = 16;
const PER_PAGE = 1000;
const TURN_EVERY_MS = 500;

interface ReplayOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Submissions by state, and what newly counts. */
interface ReplaySummary extends ReplayDifference {
  readonly submissions: number;
  /** Their bytes are missing or damaged. */
  readonly unreadable: number;
  /** How many of these are damaged. */
  readonly damaged: number;
  /** Stored reports that got their right reporter. */
  readonly mended: number;
  readonly states: Readonly<Record<string, number>>;
}

export interface ReplayChoice extends ChoiceOptions {
  /** Those with stored reports whose reporter's name could not be read. */
  readonly misread?: boolean;
  /** Those with accepted reports that have no rows and are not in the log. */
  readonly unstored?: boolean;
}

/** Shows what reading the chosen submissions again changes, and then does it. */
export async function runReplay(
  environment: Environment,
  wanted: ReplayChoice | readonly string[],
  { dryRun, json }: ReplayOptions,
): Promise<void> {
  const replay = async (stores: Stores) => {
    const work = () => replayChosen(stores, wanted, { dryRun, json });
    await (dryRun ? work() : waitForTurn(stores, work));
  };
  await withStores(environment, replay, { recordWriter: !dryRun, waits: true });
}

/** What two replays at once bring, each would count as its own. The second one finds what the first one has left. */
async function waitForTurn({ metadata }: Stores, work: () => Promise<void>): Promise<void> {
  let state: "waiting" | "running" | "done" = "waiting";
  const run = async () => {
    state = "running";
    await work();
    state = "done";
  };
  const take = async () => {
    try {
      return await metadata.intake.takeReplayTurn(run);
    } catch (error) {
      // The work has waited for the end of an outage in which the turn was lost.
      if (state === "done") return true;
      throw error;
    }
  };
  const shouldRetry = (error: unknown) => state === "waiting" && isOutage(error);
  for (let isFirst = true; !(await retryUntilDone(take, { shouldRetry })); isFirst = false) {
    if (isFirst) process.stderr.write("Another replay is running; waiting for its end.\n");
    await sleep(TURN_EVERY_MS);
  }
}

async function replayChosen(
  stores: Stores,
  wanted: ReplayChoice | readonly string[],
  { dryRun, json }: ReplayOptions,
): Promise<void> {
  const chosen = await awaitStores(() => (isIds(wanted) ? readChosen(stores, wanted) : listChosen(stores, wanted)));
  const isLost = !isIds(wanted) && wanted.unstored === true;
  const preview = await replayAll(chosen, stores, { dryRun: true, isLost });
  if (!json) process.stdout.write(`${describe(preview, "would")}\n`);
  const done = dryRun ? preview : await replayAll(chosen, stores, { dryRun: false, isLost });
  if (json) printJson({ dryRun, ...done });
  else if (!dryRun) process.stdout.write(`${describe(done, "now")}\n`);
}

async function replayAll(
  chosen: readonly SubmissionSummary[],
  stores: Stores,
  { dryRun, isLost }: { readonly dryRun: boolean; readonly isLost: boolean },
) {
  const ingest = createIngest({
    ...stores,
    spoolFolder: await stores.openSpool(),
    metrics: noMetrics,
    limits: OPERATOR_LIMITS,
  });
  const progress = createProgress(chosen.length, process.stderr, "submission");
  const waiter = createOutcomeWaiter(stores, (text) => progress.wait(text));
  const retry = <Result>(work: () => Promise<Result>) =>
    retryUntilDone(work, { onRetry: () => progress.wait(STORE_UNREACHABLE) });
  const replays: Replay[] = [];
  const failures: Error[] = [];
  const replayOne = async (submission: SubmissionSummary) => {
    const { id, organizationId } = submission;
    const replay = await replaySubmission(
      submission,
      { organizationId, dryRun, isLost },
      { ingest, metadata: stores.metadata, retry },
    );
    const index = replays.push(replay) - 1;
    progress.update(replays.length, countOutcomes(replays));
    if (dryRun || replay.after === null) return;
    await waiter.whenWritten(
      { submissionId: id, ...replay.after },
      {
        // Only now it is known which of several submissions brought a report first.
        onWritten: (entries) => {
          replays[index] = { ...replay, difference: sumAccepted(entries, replay.countedBefore) };
        },
        onFailure: (error) => void failures.push(error),
      },
    );
  };
  try {
    await pMap(chosen, replayOne, { concurrency: CONCURRENCY });
    await waiter.drain();
  } finally {
    progress.end();
    await ingest.stop();
  }
  if (failures.length > 0) throw new AggregateError(failures, describeUnknown(failures.length));
  return summarize(replays);
}

function describeUnknown(count: number): string {
  return `The outcome of ${pluralize(count, "submission")} could not be read; ruaflow submissions list shows it.`;
}

function countOutcomes(replays: readonly Replay[]) {
  const entries = replays.flatMap(({ after }) => after?.entries ?? []);
  const count = (wanted: string) => entries.filter(({ outcome }) => outcome === wanted).length;
  return {
    accepted: count("accepted"),
    duplicate: count("duplicate"),
    refused: count("refused"),
    "not-aggregate": count("not-aggregate"),
  };
}

/** Read before the first is replayed: a replay changes the list. */
async function listChosen(stores: Stores, choice: ReplayChoice): Promise<SubmissionSummary[]> {
  const { metadata, log } = stores;
  const organization = choice.org === undefined ? null : await chooseOrganization(metadata, choice.org);
  if (choice.misread)
    return readChosen(stores, await metadata.reports.listMisreadSubmissions(organization?.id ?? null));
  if (choice.unstored) {
    const lags = await readLaneLags(log);
    return readChosen(stores, await metadata.intake.listUnstoredSubmissions(organization?.id ?? null, lags));
  }
  const states = choice.state ? [choice.state] : (["refused", "other"] as const);
  const chosen: SubmissionSummary[] = [];
  for (const state of states) {
    for (let page = 1; ; page += 1) {
      const options = { ...toFilter(choice), state, page, perPage: PER_PAGE };
      const { items } = await metadata.intake.listSubmissions(organization?.id ?? null, options);
      chosen.push(...items);
      if (items.length < PER_PAGE) break;
    }
  }
  return chosen;
}

async function readChosen({ metadata }: Stores, ids: readonly string[]): Promise<SubmissionSummary[]> {
  return pMap(ids, async (id) => {
    const submission = await metadata.intake.readSubmission(null, id);
    if (submission !== null) return submission;
    throw new UsageError(`There is no submission ${id}; ruaflow submissions list shows them.`);
  });
}

function summarize(replays: readonly Replay[]): ReplaySummary {
  const sum = (pick: (difference: ReplayDifference) => number) =>
    replays.reduce((total, { difference }) => total + pick(difference), 0);
  const read = replays.filter(({ after }) => after !== null);
  const byState = Map.groupBy(read, ({ after }) => after?.state ?? "");
  return {
    submissions: replays.length,
    unreadable: replays.length - read.length,
    damaged: replays.filter(({ failure }) => failure === "body-damaged").length,
    mended: replays.reduce((total, { mended }) => total + mended, 0),
    reports: sum(({ reports }) => reports),
    records: sum(({ records }) => records),
    messages: sum(({ messages }) => messages),
    states: Object.fromEntries([...byState].map(([state, group]) => [state, group.length])),
  };
}

function describe(
  { submissions, unreadable, damaged, mended, reports, records, messages, states }: ReplaySummary,
  when: "would" | "now",
) {
  const counts = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  const missing = unreadable - damaged;
  if (missing > 0) counts.push(`${missing} without their bytes`);
  if (damaged > 0) counts.push(`${damaged} with damaged bytes`);
  const counted = `${pluralize(reports, "report")} with ${pluralize(records, "record")} and ${pluralize(messages, "message")}`;
  const verb = when === "would" ? "would newly count" : "newly counted";
  const renamed =
    mended > 0
      ? ` ${pluralize(mended, "stored report")} ${when === "would" ? "would get" : "got"} the right reporter.`
      : "";
  return `${pluralize(submissions, "submission")} read again${counts.length > 0 ? ` (${counts.join(", ")})` : ""}: ${counted} ${verb}.${renamed}`;
}

function isIds(wanted: ReplayChoice | readonly string[]): wanted is readonly string[] {
  return Array.isArray(wanted);
}
