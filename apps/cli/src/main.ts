import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Without a cache a short command spends half its time compiling. The cache is beside the sources, where no other user
// can write.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/ruaflow", import.meta.url)));
const { runProgram } = await import("./program.ts");
await runProgram(process);
