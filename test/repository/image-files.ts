import { dirname } from "node:path";
import dockerignore from "@balena/dockerignore";

/** The files of the build context that the image's build copies, as `.dockerignore` and the `COPY` lines say. */
export function listImageFiles(
  files: readonly string[],
  { dockerfile, ignored }: { readonly dockerfile: string; readonly ignored: string },
): string[] {
  const sources = [...dockerfile.matchAll(/^(?:COPY|ADD) +(?!--from)(?:--\S+ +)*(.+)$/gm)].flatMap(([, paths = ""]) =>
    paths.split(/\s+/).slice(0, -1),
  );
  const isCopied = (file: string) =>
    sources.some((source) => source === "." || file === source || file.startsWith(`${source.replace(/\/$/, "")}/`));
  const isReached = createWalk(ignored);
  return files.filter((file) => isReached(file) && isCopied(file));
}

/** Whether Docker finds a file: it does not enter an ignored folder, unless an exception names it without a wildcard. */
function createWalk(ignored: string): (file: string) => boolean {
  // The same function: its types know it only by this name.
  const rules = dockerignore.default().add(ignored);
  const exceptions = [...ignored.matchAll(/^!(.+)$/gm)].map(([, pattern = ""]) => `${pattern}/`);
  const isEntered = (folder: string): boolean =>
    folder === "." ||
    (isEntered(dirname(folder)) &&
      (!rules.ignores(folder) || exceptions.some((exception) => exception.startsWith(`${folder}/`))));
  return (file) => isEntered(dirname(file)) && !rules.ignores(file);
}
