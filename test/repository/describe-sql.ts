import { readdirSync, readFileSync } from "node:fs";
import { createRecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder, selectRows } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";

const DATABASE = "ruaflow_v1";
const questions = new URL("../../docs/questions/", import.meta.url);

/** In the order in which a reader meets them. */
const VIEWS = ["records", "reports", "daily", "sources", "dkim_results", "spf_results", "domains", "attention"];

export interface Described {
  readonly name: string;
  readonly comment: string;
}

export interface DescribedView extends Described {
  readonly columns: readonly (Described & { readonly type: string })[];
}

/** The views of a new database, as ClickHouse itself describes them. */
export async function readViews(): Promise<readonly DescribedView[]> {
  const folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const store = await createRecordStore({ path: folder.path });
  try {
    const views = await selectRows<Described>(
      folder.path,
      `SELECT name, comment FROM system.tables WHERE database = '${DATABASE}'`,
    );
    const columns = await selectRows<Described & { view: string; type: string }>(
      folder.path,
      `SELECT table AS view, name, type, comment FROM system.columns WHERE database = '${DATABASE}' ORDER BY table, position`,
    );
    return views
      .map((view) => ({ ...view, columns: columns.filter((column) => column.view === view.name) }))
      .toSorted((a, b) => VIEWS.indexOf(a.name) - VIEWS.indexOf(b.name));
  } finally {
    await store.close();
    await folder.remove();
  }
}

/** A named question: a statement with a header of comments. */
export interface Question {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly columns: readonly string[];
}

export function listQuestions(): readonly Question[] {
  return readdirSync(questions)
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, questions), "utf8");
      const read = (field: string) => text.match(new RegExp(`^-- ${field}: (.+)$`, "m"))?.[1] ?? "";
      return {
        name: file.replace(/\.sql$/, ""),
        title: read("Title"),
        meaning: read("Meaning"),
        columns: read("Columns").split(", "),
      };
    });
}

const intro = `# SQL

<!-- Written by \`npm run sql-docs\` from the comments in the database. -->

\`npx ruaflow sql "SELECT ..."\` finds the running service by its data folder, or opens the folder itself; ClickHouse clients use
the SQL port. Both read the views of the database \`${DATABASE}\`. On a ClickHouse server whose database has another name the views are in
\`<database>_v1\`.

* A report is shown once it is stored, about a second later, and never in part. Pending, displaced and conflicting reports, and
  those of deleted domains, are never shown. After an upgrade the views are empty until a record-writer has started.
* Columns are only added. A change that would break a query comes as \`ruaflow_v2\` beside this database.
* The tables behind the views, in \`ruaflow\`, may change with every release. On the embedded engine SQL readers may ask the views alone.
* \`WHERE counted\` gives the numbers of the API. \`daily\` and \`sources\` have counted reports only.
* Sum \`messages\`; never count rows. The results of DKIM and SPF have views of their own, with \`record_messages\`, which repeats for each
  result: a join of both kinds would count messages several times. For sums over long periods \`records\` is faster than \`sources\`.
* When two record-writers wrote the same report, because one was paused, rows may stand twice until the second has removed them,
  seconds later.
* \`domains\` and \`attention\` are copies of what the API knows: a change is shown within seconds, a deletion at once. \`client_reference\` and
  \`labels\` beside the mail are those of now, also for mail of last year. \`arrayJoin(labels)\` counts a domain with two labels in both.
* A query may take 30 seconds and 1 GiB of memory.

## What a query may do

On the embedded engine a query may do what is known to only read and compute; all else is refused by its name:

* one SELECT with everything that belongs to it, DESCRIBE, EXPLAIN, EXISTS TABLE, SHOW CREATE TABLE, and SHOW TABLES or DATABASES with
  LIKE and LIMIT. No APPLY, no SETTINGS, no INTO OUTFILE, no table functions;
* the functions that compute from their arguments, 1,592 of 1,825: those for dates, texts, arrays, maps, JSON, addresses, hashes, all
  aggregate and window functions with their combinators, and your own lambdas (\`WITH (x -> x + 1) AS next\`). Not those that read files,
  dictionaries, other tables, models, settings or the server's state, nor those that take minutes for one value. A later release's new functions are refused until they are sorted;
* the views, and of \`system\` the tables \`columns\`, \`databases\`, \`functions\`, \`one\`, \`parts\`, \`settings\`, \`tables\` and
  \`time_zones\`.

A column, alias or table cannot have the name of a refused function, for the engine takes such a name for the function where it can:
write \`count() AS files\`, not \`AS file\`. A text cannot begin with \`file:\`.

A time zone is a text of \`system.time_zones\`, written where the function takes it, or a bound value: \`toDateTime(0, 'Europe/Berlin')\`,
\`toDateTime(0, {zone:String})\`. The name of a type is a text in its place, too: \`CAST(x, 'UInt8')\`. A query cannot put them together or read
them from a column, because the engine opens a file as a time zone that it does not know.

Behind this inspection the engine itself lets readers see only the views and the tables behind them, by a role with grants. The role does
not cover the function \`file()\`, time zones that are files, the file that \`sqlite()\` opens, or creates empty, before it is refused, functions like
\`numbers()\`, names in \`system\`, \`KILL QUERY\`, and a change of the role: there the inspection stands alone, for the engine runs with the
rights of the service.

The engine looks at the time limit between blocks of rows. A function that compares a large value with each row of a large block can
take longer than 30 seconds.

On a ClickHouse server none of this applies: its users and roles decide ([analysts.md](analysts.md)).
`;

/** The data dictionary, in Markdown. */
export function describeSql(views: readonly DescribedView[], named: readonly Question[]): string {
  const dictionary = views.map(
    ({ name, comment, columns }) => `## \`${name}\`

${comment}.

| column | type | meaning |
| --- | --- | --- |
${columns.map((column) => `| \`${column.name}\` | \`${column.type}\` | ${column.comment} |`).join("\n")}
`,
  );
  const list = named.map(
    ({ name, title, meaning, columns }) =>
      `| [${name}](questions/${name}.sql) | ${title}: ${meaning} | ${columns.map((column) => `\`${column}\``).join(", ")} |`,
  );
  return `${intro}
${dictionary.join("\n")}
## Questions

Run one with \`npx ruaflow sql --file docs/questions/NAME.sql\`. \`npm run test:independent -- --only questions\` compares each with a
recount in Python.

| question | meaning | columns |
| --- | --- | --- |
${list.join("\n")}
`;
}
