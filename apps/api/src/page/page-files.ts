import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A file of the page, in memory. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

export interface PageFiles {
  /** The document that shows each view. */
  readonly document: PageFile;
  /** Scripts and styles; a file's name changes with its content. */
  readonly assets: readonly PageFile[];
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const compress = promisify(gzip);

/** Reads what `npm run web` has built: about 300 KB, which are committed. */
export async function readPageFiles(): Promise<PageFiles> {
  const folder = new URL("../dist/", import.meta.resolve("@ruaflow/web/paths"));
  const names = await readdir(new URL("assets/", folder));
  const [document, assets] = await Promise.all([
    readPageFile("index.html", folder),
    Promise.all(names.map((name) => readPageFile(name, new URL("assets/", folder)))),
  ]);
  return { document, assets };
}

async function readPageFile(name: string, folder: URL): Promise<PageFile> {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`apps/web/dist has a file of an unknown type: ${name}`);
  const plain = await readFile(new URL(name, folder));
  return { name, type, plain, compressed: await compress(plain, { level: 9 }) };
}
