import { runApp } from "@ruaflow/runtime";
import { keeperApp } from "./app.ts";

await runApp(keeperApp, process);
