import { text } from "node:stream/consumers";
import { Session } from "chdb";

// Runs the statements of standard input, a JSON array, in the folder as the user `default` of the configuration, and prints
// for each the answer, or ClickHouse's message. In a process of its own: the engine reads a configuration once.
const [folder = "", config = ""] = process.argv.slice(2);
const statements: readonly string[] = JSON.parse(await text(process.stdin));
const session = new Session(folder, { connectionArgs: [`--config-file=${config}`] });
const answers = statements.map((statement) => {
  try {
    return String(session.query(statement, "TabSeparated")).trimEnd();
  } catch (error) {
    return String(error);
  }
});
session.close();
process.stdout.write(JSON.stringify(answers));
