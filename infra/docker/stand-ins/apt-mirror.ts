import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Fields of apt's configured indexes, one line each. Codename and label are known once `apt-get update` has run. */
const FORMAT = "$(REPO_URI) $(CODENAME) $(LABEL)";

/** What debootstrap can read. */
const SCHEMES = ["http:", "https:", "file:"];

/**
 * The mirror that this machine's own apt takes a Debian release from, so that a site's mirror is used; `null` without one: debootstrap
 * then has its own.
 */
export async function readAptMirror(release: string): Promise<string | null> {
  const listed = await promisify(execFile)("apt-get", [
    "indextargets",
    "--format",
    FORMAT,
    "Created-By: Packages",
  ]).catch(() => ({ stdout: "" }));
  return chooseMirror(listed.stdout, release);
}

/** Chooses from lines of URI, release and label. The mirror of a release has every other one, too; that of its security updates has none. */
export function chooseMirror(targets: string, release: string): string | null {
  const mirrors = targets
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([uri = "", , label = ""]) => SCHEMES.includes(URL.parse(uri)?.protocol ?? "") && label === "Debian");
  const [uri] = mirrors.find(([, name]) => name === release) ?? mirrors[0] ?? [];
  return uri ?? null;
}
