import { readFileSync } from "node:fs";

/** The version of this release: all packages, the command, the chart and the API's description have the same. */
export const releaseVersion = readVersion();

function readVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return String(version);
}
