import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Half of a short command's time would go into compiling its own sources. Beside them, where nobody else may write.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/ruaflow", import.meta.url)));
const { runProgram } = await import("./program.ts");
await runProgram(process);
