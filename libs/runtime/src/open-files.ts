/** From this limit on every port may have all connections of its own limits, and stores have what they use under load. */
const ENOUGH = 4096;

/**
 * Files for stores, engines and sources: 120 at rest and 200 under load were measured on embedded engines with small tables.
 * Up to half of the limit is theirs, for merges of large tables open more.
 */
const RESERVED_MIN = 192;
const RESERVED_MAX = 512;

/** A connection, and the file that its body is spooled to. */
const FILES_PER_CONNECTION = 2;

/** A property that the types of Node lack. */
const EXCLUDE_NETWORK = "excludeNetwork";

let known: number | undefined;

/** Files that this process may have open (RLIMIT_NOFILE), after Node has raised its soft limit; `Infinity`: not limited, or not known. */
export function readOpenFilesMax(): number {
  known ??= askSystem();
  return known;
}

/** The report has the limits of every POSIX system. Without the network it takes 6 ms: names of peers are not resolved. */
function askSystem(): number {
  const { report } = process;
  const before: unknown = Reflect.get(report, EXCLUDE_NETWORK);
  Reflect.set(report, EXCLUDE_NETWORK, true);
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  Reflect.set(report, EXCLUDE_NETWORK, before);
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}

/**
 * Connections of a port that leave enough files for everything else.
 * @param share the port's part of all connections of its process: the shares of its ports add up to at most 1
 */
export function limitConnections(wanted: number, share: number, openFilesMax = readOpenFilesMax()): number {
  const reserved = Math.min(RESERVED_MAX, Math.max(RESERVED_MIN, openFilesMax / 2));
  const all = (openFilesMax - reserved) / FILES_PER_CONNECTION;
  return Math.min(wanted, Math.max(1, Math.floor(all * share)));
}

/** What to say of a process that may open few files; `null`: it may open enough. */
export function describeFewFiles(openFilesMax = readOpenFilesMax()): string | null {
  if (openFilesMax >= ENOUGH) return null;
  return `this process may have only ${openFilesMax} files open, so its ports admit fewer connections: raise the limit to ${ENOUGH} or more (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile= of Docker)`;
}
