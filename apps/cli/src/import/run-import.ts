import { resolve } from "node:path";
import { describePageLink } from "../keys/describe-page-link.ts";
import { chooseOrganization, findOnlyOrganization } from "../organization.ts";
import { listInputFiles } from "../paths.ts";
import { printJson } from "../print-json.ts";
import { SkippedEntries } from "../skipped-entries.ts";
import type { ServiceAddress } from "../stores/api-url.ts";
import type { Stores } from "../stores/stores.ts";
import { awaitStores } from "../stores/with-stores.ts";
import { describeSpan, readSpan } from "./describe-span.ts";
import { importFiles } from "./import-files.ts";
import { createProgress } from "./progress.ts";
import { openResumeState } from "./resume-state.ts";
import { isImportFailed, toSummaryJson, toSummaryText } from "./summary.ts";

/** Options of `ruaflow import`, as commander parses them. */
export interface ImportOptions {
  readonly org?: string;
  readonly addDomains?: boolean;
  readonly json?: boolean;
  readonly resume?: boolean;
}

/** Imports the files that the paths name and prints the summary. */
export async function runImport(
  paths: readonly string[],
  options: ImportOptions & { readonly service: ServiceAddress },
  stores: Stores,
): Promise<void> {
  const needsOrganization = options.org !== undefined || options.addDomains;
  const organization = needsOrganization
    ? await awaitStores(() => chooseOrganization(stores.metadata, options.org))
    : null;
  const choice = { organizationId: organization?.id ?? null, addDomains: options.addDomains ?? false };
  // The only organization can have reports held for it.
  const organizationId = choice.organizationId ?? (await awaitStores(() => findOnlyOrganization(stores.metadata)));
  const skipped = new SkippedEntries();
  const files = [...listInputFiles(paths, skipped)];
  const resume = await openResumeState({
    dataFolder: stores.dataFolder,
    identity: [stores.database, ...Object.values(choice).map(String), ...paths.map((path) => resolve(path))],
    resume: options.resume ?? false,
  });
  const waiting = files.filter((file) => !resume.isDone(file));
  const progress = createProgress(waiting.length, process.stderr);
  const summary = await importFiles(waiting, {
    stores,
    route: { ...choice, organizationId },
    progress,
    resume,
    skipped: files.length - waiting.length,
  });
  progress.end();
  if (summary.files.failed === 0) await resume.remove();
  else await resume.flush();
  const span = await readSpan(stores.metadata, choice.organizationId);
  if (options.json) printJson({ ...toSummaryJson(summary), not_read: skipped.toJson(), ...span });
  else {
    process.stdout.write(`${skipped.toText()}${toSummaryText(summary)}`);
    if (span !== null && span.latest_day !== null && organizationId !== null)
      process.stdout.write(
        describeSpan(span, options.service.url) +
          (await describePageLink(stores.metadata, organizationId, options.service)),
      );
  }
  if (isImportFailed(summary)) process.exitCode = 1;
}
