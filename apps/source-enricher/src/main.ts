import { runApp } from "@ruaflow/runtime";
import { sourceEnricherApp } from "./app.ts";

await runApp(sourceEnricherApp, process);
