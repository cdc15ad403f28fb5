import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Opens the sources of the settings in a new process, and prints which of the large libraries it has loaded. */
const PROGRAM = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      if (["imapflow", "@aws-sdk/client-s3"].includes(specifier)) loaded.add(specifier);
      return next(specifier, context);
    },
  });
  const { openSources } = await import("./open-sources.ts");
  const { collectorSettings } = await import("./settings.ts");
  const { readSettings } = await import("@ruaflow/runtime/settings");
  const sources = await openSources(readSettings(collectorSettings, process.env), console);
  for (const source of sources) await source.close();
  console.log(JSON.stringify([...loaded]));
`;

const ACCOUNT = { host: "localhost", user: "reports", password: "secret" };

test.each([
  [{ RUAFLOW_FOLDER: "." }, []],
  [{ RUAFLOW_IMAP_ACCOUNTS: JSON.stringify([ACCOUNT]) }, ["imapflow"]],
  [{ RUAFLOW_S3_INBOX_BUCKET: "reports", RUAFLOW_S3_REGION: "eu-central-1" }, ["@aws-sdk/client-s3"]],
])("a library is loaded only if its source is set: %o", (environment, libraries) => {
  const options = { cwd: import.meta.dirname, env: { ...process.env, ...environment }, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM], options);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(libraries);
});
