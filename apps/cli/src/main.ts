import { failProcess } from "@ruaflow/runtime";
import { createProgram } from "./program.ts";

try {
  await createProgram(process.env).parseAsync(process.argv);
  process.exit();
} catch (error) {
  failProcess(error);
}
