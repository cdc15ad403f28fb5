/** A file of the repository and the files that it imports, as paths from its root. */
export interface ImportingFile {
  readonly source: string;
  readonly imports: readonly string[];
}

/** Boxes of each folder, by its path (`libs/dmarc/src/xml`), with the boxes that each imports: its folders, and the files beside them. */
type Arrows = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The imports between the boxes of each folder of a package's `src`. An import is an arrow in one folder: where both paths part. */
export function findArrows(files: readonly ImportingFile[]): Arrows {
  const arrows = new Map<string, Map<string, Set<string>>>();
  const targetsOf = (folder: string, box: string) => {
    const boxes = arrows.get(folder) ?? new Map<string, Set<string>>();
    const targets = boxes.get(box) ?? new Set<string>();
    arrows.set(folder, boxes.set(box, targets));
    return targets;
  };
  for (const { source, imports } of files) {
    if (!isProduct(source)) continue;
    for (const { folder, box } of toPlaces(source)) targetsOf(folder, box);
    for (const path of imports.filter(isProduct)) {
      const parting = toPlaces(source).find(({ folder, box }) =>
        toPlaces(path).some((to) => to.folder === folder && to.box !== box),
      );
      const to = toPlaces(path).find(({ folder }) => folder === parting?.folder);
      if (parting && to) targetsOf(parting.folder, parting.box).add(to.box);
    }
  }
  return arrows;
}

/** Arrows of each folder, by its path. */
export function countArrows(arrows: Arrows): Map<string, number> {
  const count = (boxes: ReadonlyMap<string, ReadonlySet<string>>) =>
    [...boxes.values()].reduce((sum, { size }) => sum + size, 0);
  return new Map([...arrows].map(([folder, boxes]) => [folder, count(boxes)]));
}

/**
 * A sentence for each box that can be reached from itself: its files know each other, though no file imports itself.
 *
 * @param left folders that still have such boxes
 */
export function describeCircles(arrows: Arrows, left: readonly string[]): string[] {
  const circles = [...arrows].flatMap(([folder, boxes]) =>
    [...boxes.keys()].filter((box) => reaches(boxes, box, box)).map((box) => ({ folder, box })),
  );
  const gone = left.filter((folder) => !circles.some((circle) => circle.folder === folder));
  return [
    ...circles
      .filter(({ folder }) => !left.includes(folder))
      .map(({ folder, box }) => `${folder}/${box} is part of a circle of folders: move what both need below both.`),
    ...gone.map((folder) => `${folder} has no circle of folders any more: remove it from ${TABLE}.`),
  ];
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

function isProduct(path: string): boolean {
  return /^(libs|apps)\/[^/]+\/src\//.test(path) && !/\.test\.ts$|\/testing\/|\/bench\//.test(path);
}

interface Place {
  readonly folder: string;
  /** A folder or a file in it. */
  readonly box: string;
}

/** Each folder from `src` on that a file is in, with the box that it is in there. */
function toPlaces(path: string): Place[] {
  const steps = path.split("/");
  return steps.slice(3).map((box, index) => ({ folder: steps.slice(0, 3 + index).join("/"), box }));
}

const TABLE = "test/repository/arrow-budget.ts";

interface Budget {
  readonly allowed: Readonly<Record<string, number>>;
  /** Of folders that are not in the table. */
  readonly otherwise: number;
}

/** A sentence for each folder that has more arrows than it may have, or whose number is of no use. */
export function describeExcess(counted: ReadonlyMap<string, number>, { allowed, otherwise }: Budget): string[] {
  const excess = [...counted].flatMap(([folder, arrows]) => {
    const max = allowed[folder] ?? otherwise;
    if (arrows <= max) return [];
    return [
      `${folder} has ${arrows} imports between its folders and files and may have ${max}. Move what belongs together into one folder; or, when a new arrow is worth it, write ${arrows} into ${TABLE} and say why in the commit.`,
    ];
  });
  const gone = Object.keys(allowed).filter((folder) => (counted.get(folder) ?? 0) <= otherwise);
  return [...excess, ...gone.map((folder) => `${folder} needs no number of its own: remove its line from ${TABLE}.`)];
}
