import { runApp } from "@ruaflow/runtime";
import { ingestApp } from "./app.ts";

await runApp(ingestApp, process);
