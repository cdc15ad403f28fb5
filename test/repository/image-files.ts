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
  return (
    dockerignore
      // The same function: its types know it only by this name.
      .default()
      .add(ignored)
      .filter([...files])
      .filter(isCopied)
  );
}
