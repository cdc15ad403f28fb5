// `npm start`, and `npm run app -- NAME [--check-config]`: runs one app as this process.
import "@ruaflow/runtime/compile-cache";

const apps = [
  "ingest",
  "smtp-receiver",
  "record-writer",
  "webhook-dispatcher",
  "keeper",
  "collector",
  "api",
  "embedded",
];

/** Names that apps had before, and what was the default of each: on one machine two must not want the same port. */
const formerNames = {
  watcher: { app: "keeper", RUAFLOW_PORT: "8084" },
  "source-enricher": { app: "keeper", RUAFLOW_PORT: "8086" },
};
/** Bytes that were never this process's to delete are kept until someone says for how long. */
const QUARANTINE_DAYS = "36500";

const given = process.argv[2];
const former = Object.hasOwn(formerNames, given) ? formerNames[given] : undefined;
const name = former?.app ?? given;
if (!apps.includes(name)) {
  console.error(`usage: npm run app -- ${apps.join("|")} [--check-config]`);
  process.exit(2);
}
if (former !== undefined) {
  const { env } = process;
  if (env.RUAFLOW_PORT_FILE === undefined) env.RUAFLOW_PORT ??= former.RUAFLOW_PORT;
  if (env.RUAFLOW_QUARANTINE_DAYS_FILE === undefined) env.RUAFLOW_QUARANTINE_DAYS ??= QUARANTINE_DAYS;
  console.error(
    `warning: "${given}" is now "${name}", which does the background work of the api and ingest, too. Start it by that name, with the settings that docs/operations.md#upgrade lists. A second one beside it does no harm.`,
  );
}
await import(new URL(`../apps/${name}/src/main.ts`, import.meta.url));
