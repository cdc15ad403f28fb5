// `npm run app -- NAME [--check-config]`: runs one app as a separate process.
const apps = [
  "ingest",
  "smtp-receiver",
  "record-writer",
  "webhook-dispatcher",
  "watcher",
  "source-enricher",
  "collector",
  "api",
  "embedded",
];
const name = process.argv[2];
if (!apps.includes(name)) {
  console.error(`usage: npm run app -- ${apps.join("|")} [--check-config]`);
  process.exit(2);
}
await import(new URL(`../apps/${name}/src/main.ts`, import.meta.url));
