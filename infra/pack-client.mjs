// `npm pack` builds JavaScript and types, and packs a manifest that points to them; within this repository the client
// runs from its source. `prepack` replaces the manifest, `postpack` restores it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../libs/client/", import.meta.url));
const manifest = `${folder}package.json`;
const sourceManifest = `${folder}package.source.json`;

function restore() {
  if (existsSync(sourceManifest)) renameSync(sourceManifest, manifest);
  rmSync(`${folder}LICENSE`, { force: true });
  rmSync(`${folder}dist`, { recursive: true, force: true });
}

function prepare() {
  restore();
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  if (!existsSync(compiler)) {
    throw new Error(
      "TypeScript, which builds the client, is not installed: run `npm ci` in the checkout, then pack again",
    );
  }
  execFileSync(process.execPath, [compiler, "-p", `${folder}tsconfig.pack.json`], { stdio: ["ignore", 2, 2] });
  cpSync(`${folder}../../LICENSE`, `${folder}LICENSE`);
  const { private: _, scripts: _scripts, ...facts } = JSON.parse(readFileSync(manifest, "utf8"));
  const exports = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
  renameSync(manifest, sourceManifest);
  writeFileSync(manifest, `${JSON.stringify({ ...facts, exports, types: "./dist/index.d.ts" }, null, 2)}\n`);
}

if (process.argv[2] === "restore") restore();
else {
  try {
    prepare();
  } catch (error) {
    restore();
    console.error(`The client was not packed: ${error instanceof Error ? error.message : error}.`);
    process.exitCode = 1;
  }
}
