import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The largest reports make the slowest documents, and nothing that is not in a small one. */
const SAMPLE_BYTES_MAX = 32 * 1024;

export interface Samples {
  readonly golden: readonly Uint8Array[];
  readonly real: readonly Uint8Array[];
}

/** The golden files and the real reports; says loudly when there are no real ones. */
export function readSamples(corpus: string | null): Samples {
  return {
    golden: readGolden(),
    real: readCorpus(corpus ?? join(root, "../shared/reports")),
  };
}

export function readGolden(): Uint8Array[] {
  return readFiles(join(root, "libs/dmarc/golden"));
}

function readCorpus(folder: string): Uint8Array[] {
  const archive = join(folder, "real.tar.gz");
  if (!existsSync(archive)) {
    const found = readFiles(folder);
    if (found.length === 0) process.stderr.write(`\n*** WITHOUT REAL REPORTS: there are none in ${folder} ***\n\n`);
    return found;
  }
  const unpacked = mkdtempSync(join(tmpdir(), "ruaflow-fuzz-corpus-"));
  try {
    execFileSync("tar", ["xzf", archive, "-C", unpacked]);
    return readFiles(unpacked);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

function readFiles(folder: string): Uint8Array[] {
  const files = globSync("**/*.xml", { cwd: folder }).toSorted();
  return files.map((name) => readFileSync(join(folder, name))).filter(({ length }) => length <= SAMPLE_BYTES_MAX);
}
