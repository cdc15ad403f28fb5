import { runApp } from "@ruaflow/runtime";
import { recordWriterApp } from "./app.ts";

await runApp(recordWriterApp, process);
