import { writeFile } from "node:fs/promises";
import { createDeadLetters, planReplay, type ReplayPlan } from "@ruaflow/event-log/dead-letters";
import { describeReportMessage } from "@ruaflow/report/message-reader";
import type { Environment } from "@ruaflow/runtime/settings";
import { clean } from "../clean-text.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";
import { type Choice, chooseToReplay, filterLetters, unknownLetter } from "./choose-letters.ts";
import { toJson, toRow, toText } from "./to-text.ts";

interface ListOptions {
  readonly limit: number;
  readonly json: boolean;
}

/** Prints the selected dead letters, newest first. */
export async function listLetters(environment: Environment, choice: Choice, options: ListOptions): Promise<void> {
  const all = await withStores(environment, ({ log }) => createDeadLetters(log, describeReportMessage).list());
  const chosen = filterLetters(all, choice);
  const shown = chosen.slice(0, options.limit);
  if (options.json) {
    printJson(shown.map(toJson));
    return;
  }
  if (shown.length > 0) printRows(shown.map(toRow), { json: false });
  const replayed = chosen.filter(({ replayedAt }) => replayedAt !== null).length;
  const more = chosen.length - shown.length;
  process.stdout.write(
    `${pluralize(chosen.length, "dead letter")}${replayed > 0 ? `, ${replayed} replayed` : ""}${more > 0 ? `; ${more} not shown (--limit)` : ""}\n`,
  );
}

interface ShowOptions {
  readonly raw: string | undefined;
  readonly json: boolean;
}

/** Prints one dead letter, or writes its bytes. */
export async function showLetter(environment: Environment, id: string, { raw, json }: ShowOptions): Promise<void> {
  const found = await withStores(environment, ({ log }) => createDeadLetters(log, describeReportMessage).read(id));
  if (found === null) throw unknownLetter(id);
  const { letter, message } = found;
  if (raw === "-") process.stdout.write(message.value);
  else if (raw !== undefined) await writeFile(raw, message.value);
  else if (json) printJson({ ...toJson(letter), headers: message.headers });
  else process.stdout.write(toText(found));
}

/** Replays the dead letters with the given ids, or those of a selection that were not replayed yet. */
export async function replayLetters(
  environment: Environment,
  wanted: Choice | readonly string[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  const replay = async ({ log }: Stores) => {
    const letters = createDeadLetters(log, describeReportMessage);
    const all = await letters.list();
    const plan = planReplay(all, chooseToReplay(all, wanted));
    return { plan, replayed: dryRun ? 0 : await letters.replay(plan.ids) };
  };
  const { plan, replayed } = await withStores(environment, replay, { recordWriter: !dryRun });
  process.stdout.write(describeReplay(plan, dryRun ? null : replayed));
  if (plan.left.length > 0) process.exitCode = 1;
}

function describeReplay({ ids, left }: ReplayPlan, replayed: number | null): string {
  const lines = left.map(({ letter, why }) => `not replayed: ${clean(letter.id)}: ${why}`);
  if (replayed === null) lines.push(...[...ids].map(clean), `${pluralize(ids.size, "dead letter")} would be replayed.`);
  else lines.push(`${pluralize(replayed, "dead letter")} replayed.`);
  return `${lines.join("\n")}\n`;
}
