import { runApp } from "@ruaflow/runtime";
import { smtpReceiverApp } from "./app.ts";

await runApp(smtpReceiverApp, process);
