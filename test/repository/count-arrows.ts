/** A file of the repository and the files that it imports, as paths from its root. */
export interface ImportingFile {
  readonly source: string;
  readonly imports: readonly string[];
}

/** Boxes of each package, by its path (`libs/dmarc`), with the boxes that each imports. */
type Arrows = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The imports between the boxes of each package. */
export function findArrows(files: readonly ImportingFile[]): Arrows {
  const arrows = new Map<string, Map<string, Set<string>>>();
  for (const { source, imports } of files) {
    const from = toPlace(source);
    if (from === null) continue;
    const own = arrows.get(from.pack) ?? new Map<string, Set<string>>();
    const targets = own.get(from.box) ?? new Set<string>();
    arrows.set(from.pack, own.set(from.box, targets));
    for (const path of imports) {
      const to = toPlace(path);
      if (to?.pack === from.pack && to.box !== from.box) targets.add(to.box);
    }
  }
  return arrows;
}

/** Arrows of each package, by its path: `libs/dmarc`. */
export function countArrows(arrows: Arrows): Map<string, number> {
  const count = (boxes: ReadonlyMap<string, ReadonlySet<string>>) =>
    [...boxes.values()].reduce((sum, { size }) => sum + size, 0);
  return new Map([...arrows].map(([pack, boxes]) => [pack, count(boxes)]));
}

/** A sentence for each box that can be reached from itself: its files know each other, though no file imports itself. */
export function describeCircles(arrows: Arrows): string[] {
  return [...arrows].flatMap(([pack, boxes]) =>
    [...boxes.keys()]
      .filter((box) => reaches(boxes, box, box))
      .map((box) => `${pack}/src/${box} is part of a circle of folders: move what both need below both.`),
  );
}

function reaches(boxes: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(boxes.get(from) ?? [])];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    if (box === to) return true;
    if (seen.has(box)) continue;
    seen.add(box);
    open.push(...(boxes.get(box) ?? []));
  }
  return false;
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
