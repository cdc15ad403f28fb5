import { runApp } from "@ruaflow/runtime";
import { embeddedApp } from "./app.ts";

await runApp(embeddedApp, process);
