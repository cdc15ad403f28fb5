// Run after every change of dependencies: `node infra/complete-lockfile.mjs`. With a registry that mirrors only some
// platforms, npm omits the prebuilt packages of the others from package-lock.json, and `npm ci` then refuses the whole
// lockfile. This adds each missing optional package with its exact version and the platform in its name, so that the
// same lockfile installs everywhere.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));

const OPERATING_SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "openbsd", "netbsd", "sunos", "aix"];
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/** The `os`, `cpu` and `libc` fields that npm matches against the machine, read from a package name. */
function readPlatform(name) {
  const words = name.split("/").at(-1).split(/[-_]/);
  const os = /(^|[-_])(win32|windows)([-_]|$)/.test(name) ? "win32" : OPERATING_SYSTEMS.find((o) => words.includes(o));
  const cpu = PROCESSORS.find((p) => words.includes(p));
  const libc = words.includes("musl") ? "musl" : words.includes("gnu") ? "glibc" : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = readPlatform(name);
    if (lock.packages[path] || !platform.os || !/^\d/.test(version)) continue;
    lock.packages[path] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true };
    added += 1;
  }
}
const paths = Object.keys(lock.packages).sort((a, b) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform packages added`);
