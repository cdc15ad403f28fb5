// `npm run app -- NAME [--check-config]`: runs one app as a separate process.
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

/** Names that apps had before, and the port that each had by default: on one machine two of them must not want the same one. */
const formerNames = {
  watcher: { app: "keeper", port: "8084" },
  "source-enricher": { app: "keeper", port: "8086" },
};

const given = process.argv[2];
const former = Object.hasOwn(formerNames, given) ? formerNames[given] : undefined;
const name = former?.app ?? given;
if (!apps.includes(name)) {
  console.error(`usage: npm run app -- ${apps.join("|")} [--check-config]`);
  process.exit(2);
}
if (former !== undefined) {
  process.env.RUAFLOW_PORT ??= former.port;
  console.error(
    `warning: "${given}" is now "${name}", which does the background work of the api and ingest, too: start it by that name, with the settings that docs/operations.md#upgrade lists. A second one beside it does no harm.`,
  );
}
await import(new URL(`../apps/${name}/src/main.ts`, import.meta.url));
