// Entry points import this first, and their program afterwards by import(): what is loaded before is not cached. Without it a
// service spends half a second at each start on stripping types and compiling, and each of its worker threads 0.1 s.
// Several processes may share the folder, which has one file for each module; where it cannot be written, nothing is kept. It is
// beside the sources, where no other user can write, and goes with the next `npm ci`.
import * as module from "node:module";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

// Of the environment, because worker threads look there, and the pinned Node that `npx ruaflow` may start.
env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../../../node_modules/.cache/ruaflow", import.meta.url));
// Node 20, under which `npx ruaflow` may begin, has none.
module.enableCompileCache?.();
