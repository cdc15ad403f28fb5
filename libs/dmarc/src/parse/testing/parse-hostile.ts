// Parses documents in a process of its own; see `measureInput`.
import { measureInput } from "../../testing/measure-input.ts";
import { describeParse } from "./describe-parse.ts";

await measureInput(async (body) => [await describeParse(body)]);
