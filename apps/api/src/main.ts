import { runApp } from "@ruaflow/runtime";
import { apiApp } from "./app.ts";

await runApp(apiApp, process);
