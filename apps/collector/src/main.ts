import { runApp } from "@ruaflow/runtime";
import { collectorApp } from "./app.ts";

await runApp(collectorApp, process);
