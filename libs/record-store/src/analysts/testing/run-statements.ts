// Runs statements in the embedded engine as the user `default` of a configuration, which a process reads once:
//   node run-statements.ts FOLDER CONFIG < statements.json > answers.json
import { text } from "node:stream/consumers";
import { Session } from "chdb";
import type { Answer } from "./chdb-process.ts";

const [folder = "", config = ""] = process.argv.slice(2);
const session = new Session(folder, { connectionArgs: [`--config-file=${config}`] });
const statements: readonly string[] = JSON.parse(await text(process.stdin));
const answers = statements.map(run);
process.stdout.write(JSON.stringify(answers), () => session.close());

function run(statement: string): Answer {
  try {
    return { text: session.query(statement, "TabSeparated"), code: 0 };
  } catch (error) {
    const message = String(error);
    return { text: message, code: Number(/Code: (\d+)/.exec(message)?.[1] ?? -1) };
  }
}
