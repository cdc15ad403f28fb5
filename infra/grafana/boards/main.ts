import { writeFileSync } from "node:fs";
import { boards } from "./boards.ts";

/** `npm run boards`: writes the boards' files. */
for (const [name, board] of Object.entries(boards))
  writeFileSync(new URL(`../${name}.json`, import.meta.url), `${JSON.stringify(board, null, 2)}\n`);
