import { runApp } from "@ruaflow/runtime";
import { webhookDispatcherApp } from "./app.ts";

await runApp(webhookDispatcherApp, process);
