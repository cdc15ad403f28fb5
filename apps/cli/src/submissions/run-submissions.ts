import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SavedArrival, SubmissionSummary } from "@ruaflow/metadata-store/intake";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { clean } from "../clean-text.ts";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";
import { type ChoiceOptions, toFilter } from "./submission-options.ts";

/** Characters shown of a name in the list. */
const NAME_SHOWN = 48;

/** Prints submissions, newest first. */
export async function listSubmissions(
  environment: Environment,
  { limit, json = false, ...choice }: ChoiceOptions & { readonly limit: number; readonly json?: boolean },
): Promise<void> {
  const { items, total } = await withStores(environment, async ({ metadata }) => {
    const organization = choice.org === undefined ? null : await chooseOrganization(metadata, choice.org);
    return metadata.intake.listSubmissions(organization?.id ?? null, { ...toFilter(choice), page: 1, perPage: limit });
  });
  if (json) {
    printJson(items);
    return;
  }
  if (items.length > 0) printRows(items.map(toRow), { json: false });
  const more = total - items.length;
  process.stdout.write(`${pluralize(total, "submission")}${more > 0 ? `; ${more} not shown (--limit)` : ""}\n`);
}

/** Prints one submission with its entries, or writes its bytes. */
export async function showSubmission(
  environment: Environment,
  id: string,
  { raw, json = false }: { readonly raw?: string; readonly json?: boolean },
): Promise<void> {
  await withStores(environment, async ({ metadata }) => {
    const submission = await metadata.intake.readSubmission(null, id);
    if (submission === null) {
      throw new UsageError(`There is no submission ${id}; ruaflow submissions list shows them.`);
    }
    if (raw !== undefined) return writeBody(metadata, id, raw);
    const arrivals = await metadata.intake.readArrivals([id]);
    if (json) printJson(toDetail(submission, arrivals));
    else process.stdout.write(toText(submission, arrivals));
  });
}

async function writeBody({ intake }: Stores["metadata"], id: string, file: string): Promise<void> {
  const body = Readable.from(intake.readSubmissionBody(id), { objectMode: false });
  if (file === "-") await pipeline(body, process.stdout, { end: false });
  else await pipeline(body, createWriteStream(file, { mode: 0o600 }));
}

function toRow({ id, receivedAt, state, channel, name, sizeBytes, outcomes }: SubmissionSummary) {
  const shown = name ?? "";
  return {
    id,
    received: receivedAt,
    state,
    channel: channel ?? "",
    bytes: sizeBytes,
    name: shown.length > NAME_SHOWN ? `${shown.slice(0, NAME_SHOWN)}…` : shown,
    entries: outcomes
      .map(({ outcome, reason, entries }) => `${entries} ${outcome}${reason === null ? "" : ` (${reason})`}`)
      .join(", "),
  };
}

function toDetail(submission: SubmissionSummary, arrivals: readonly SavedArrival[]) {
  return { ...submission, entries: arrivals.map(({ submissionId: _, ...arrival }) => arrival) };
}

/** A submission as text. Control characters are removed from untrusted text. */
function toText(submission: SubmissionSummary, arrivals: readonly SavedArrival[]): string {
  const { id, state, organizationId, channel, name, receivedAt, sizeBytes, sha256, bodyKept } = submission;
  const lines: [string, string][] = [
    ["id", id],
    ["state", state],
    ["organization", organizationId ?? "unknown"],
    ["channel", channel ?? "unknown"],
    ["name", name ?? "unknown"],
    ["received", receivedAt.toISOString()],
    ["size", sizeBytes === null ? "unknown" : `${sizeBytes} bytes`],
    ["sha256", sha256 ?? "unknown: larger than the limit"],
    ["bytes", bodyKept ? "kept" : "not kept"],
    ...arrivals.flatMap(describeArrival),
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return `${lines.map(([label, value]) => `${label.padEnd(width)}${clean(value)}`).join("\n")}\n`;
}

function describeArrival({ entry, outcome, reason, detail, path, reportId, domain }: SavedArrival): [string, string][] {
  const facts = [path, domain, reportId].filter((fact) => fact !== null).join(", ");
  return [
    [`entry ${entry}`, `${outcome}${reason === null ? "" : ` (${reason})`}${facts === "" ? "" : `: ${facts}`}`],
    ...(detail === null ? [] : [["", detail] satisfies [string, string]]),
  ];
}
