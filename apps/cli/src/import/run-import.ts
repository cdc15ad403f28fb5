import type { Stores } from "../open-stores.ts";
import { chooseOrganization } from "../organization.ts";
import { listInputFiles } from "../paths.ts";
import { importFiles } from "./import-files.ts";
import type { ImportOptions } from "./import-options.ts";
import { createProgress } from "./progress.ts";
import { isImportFailed, toSummaryJson, toSummaryText } from "./summary.ts";

/** Imports the files that the paths name and prints the summary. */
export async function runImport(paths: readonly string[], options: ImportOptions, stores: Stores): Promise<void> {
  const needsOrganization = options.org !== undefined || options.addDomains;
  const organization = needsOrganization ? await chooseOrganization(stores.metadata, options.org) : null;
  const route = { organizationId: organization?.id ?? null, addDomains: options.addDomains ?? false };
  const files = [...listInputFiles(paths)];
  const progress = createProgress(files.length, process.stderr);
  const summary = await importFiles(files, { stores, route, progress });
  progress.end();
  process.stdout.write(options.json ? `${JSON.stringify(toSummaryJson(summary))}\n` : toSummaryText(summary));
  if (isImportFailed(summary)) process.exitCode = 1;
}
