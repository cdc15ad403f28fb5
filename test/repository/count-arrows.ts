/** A file of the repository and the files that it imports, as paths from its root. */
export interface ImportingFile {
  readonly source: string;
  readonly imports: readonly string[];
}

/** Arrows of each package, by its path: `libs/dmarc`. */
export function countArrows(files: readonly ImportingFile[]): Map<string, number> {
  const arrows = new Map<string, Set<string>>();
  for (const { source, imports } of files) {
    const from = toPlace(source);
    if (from === null) continue;
    const own = arrows.get(from.pack) ?? new Set();
    arrows.set(from.pack, own);
    for (const path of imports) {
      const to = toPlace(path);
      if (to?.pack === from.pack && to.box !== from.box) own.add(`${from.box} ${to.box}`);
    }
  }
  return new Map([...arrows].map(([pack, own]) => [pack, own.size]));
}

/** What a reader sees of a package at first: the folders of its `src`, and the files beside them. */
function toPlace(path: string): { readonly pack: string; readonly box: string } | null {
  const [, pack, box] = path.match(/^((?:libs|apps)\/[^/]+)\/src\/([^/]+)/) ?? [];
  if (pack === undefined || box === undefined || /\.test\.ts$|\/testing\/|\/bench\//.test(path)) return null;
  return { pack, box };
}

/** A sentence for each package that has more arrows than it may have, or no number yet. */
export function describeExcess(
  counted: ReadonlyMap<string, number>,
  allowed: Readonly<Record<string, number>>,
): string[] {
  const table = "test/repository/arrow-budget.ts";
  const excess = [...counted].flatMap(([pack, arrows]) => {
    const max = allowed[pack];
    if (max === undefined) return [`${pack} has no number in ${table}: write ${arrows} there.`];
    if (arrows <= max) return [];
    return [
      `${pack} has ${arrows} imports between its folders and may have ${max}. Move what belongs together into one folder; or, when a new arrow is worth it, write ${arrows} into ${table} and say why in the commit.`,
    ];
  });
  const gone = Object.keys(allowed).filter((pack) => !counted.has(pack));
  return [...excess, ...gone.map((pack) => `${pack} is gone: remove its line from ${table}.`)];
}
