// Opens submissions in a process of its own; see `measureInput`.
import { measureInput } from "../../testing/measure-input.ts";
import { collectEntries } from "./collect-entries.ts";

await measureInput(async (body) => (await collectEntries(body)).map((line) => line.replace(/^.*?: /s, "")));
