// `npm run topics`: writes the contract of the topics into docs/topics.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "../api/openapi/format.ts";
import { createFiles } from "./document.ts";

const folder = fileURLToPath(new URL("../../docs/topics/", import.meta.url));
const files = Object.entries(createFiles());
for (const [name, content] of files) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, format(JSON.stringify(content), path));
}
console.log(`${files.length} files written to docs/topics`);
