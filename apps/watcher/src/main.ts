import { runApp } from "@ruaflow/runtime";
import { watcherApp } from "./app.ts";

await runApp(watcherApp, process);
