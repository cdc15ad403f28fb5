import { readdirSync, readFileSync } from "node:fs";
import { createRecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder, selectRows } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";

const DATABASE = "ruaflow_v1";
const questions = new URL("../../docs/questions/", import.meta.url);

/** In the order in which a reader meets them. */
const VIEWS = [
  "records",
  "reports",
  "daily",
  "sources",
  "failures",
  "dkim_results",
  "spf_results",
  "domains",
  "attention",
];

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

\`npx ruaflow sql "SELECT ..."\` finds the running service by its data folder, or opens the folder itself. ClickHouse clients use
the [SQL port](analysts.md#other-clients). Both read the views of the database \`${DATABASE}\`. On a ClickHouse server whose database has another name the
views are in \`<database>_v1\`.

* A report is shown once it is stored, about a second later, and never in part. Pending and conflicting reports, and those of deleted domains, are never
  shown. After an upgrade the views are empty until a record-writer has started.
* Columns are only added. A change that would break a query comes as \`ruaflow_v2\` beside this database. The tables behind the views, in \`ruaflow\`, may
  change with every release; the embedded engine refuses them to readers.
* \`WHERE counted\` gives the numbers of the API. \`daily\`, \`sources\` and \`failures\` have counted reports only.
* Sum \`messages\`; never count rows. The results of DKIM and SPF have views of their own with \`record_messages\`, which repeats for each result: a join of
  both would count messages several times. For sums over long periods \`records\` is faster than \`sources\`.
* \`client_reference\` and \`labels\` beside the mail are the current ones, also for last year's mail.
* A query may take 30 seconds and 1 GiB of memory. The time limit is checked between blocks of rows.

## What a query may do

On the embedded engine a query may only read and compute; all else is refused by its name. Allowed are:

* one SELECT with all its parts, DESCRIBE, EXPLAIN, EXISTS TABLE, SHOW CREATE TABLE, and SHOW TABLES or DATABASES with LIKE and LIMIT. No APPLY, no
  SETTINGS, no INTO OUTFILE, no table functions;
* the 1,592 of 1,825 functions that compute from their arguments, all aggregate and window functions with their combinators, and your own lambdas
  (\`WITH (x -> x + 1) AS next\`). Functions that read files, dictionaries, other tables, models, settings or the server's state, or take minutes for one
  value, are refused. So are a later release's new functions until they are sorted;
* the views, and of \`system\` the tables \`columns\`, \`databases\`, \`functions\`, \`one\`, \`parts\`, \`settings\`, \`tables\` and \`time_zones\`.

A column, alias or table cannot have the name of a refused function: write \`count() AS files\`, not \`AS file\`. A text cannot begin with \`file:\`. A time zone
is a text of \`system.time_zones\`, or a bound value: \`toDateTime(0, 'Europe/Berlin')\`, \`toDateTime(0, {zone:String})\`. The name of a type is also a text in
its place: \`CAST(x, 'UInt8')\`. Neither can be built by the query or read from a column, because the engine opens an unknown time zone as a file.

Behind this inspection the engine's role lets readers see only the views and their tables. [SECURITY.md](../SECURITY.md#known-limits) lists what the role does not
cover. On a ClickHouse server none of this applies: its users and roles decide ([analysts.md](analysts.md#users-of-a-clickhouse-server)).
`;

/** A column that means the same in this many views is described once, before them. */
const SHARED_BY = 2;

/** The data dictionary, in Markdown. */
export function describeSql(views: readonly DescribedView[], named: readonly Question[]): string {
  const shared = listShared(views);
  const dictionary = views.map((view) => describeView(view, shared));
  const list = named.map(
    ({ name, title, meaning, columns }) =>
      `| [${name}](questions/${name}.sql) | ${title}: ${meaning} | ${columns.map((column) => `\`${column}\``).join(", ")} |`,
  );
  return `${intro}
## Columns of several views

${toColumns([...shared.values()])}

${dictionary.join("\n")}
## Questions

Run one with \`npx ruaflow sql --file docs/questions/NAME.sql\`. \`npm run test:independent -- --only questions\` compares each with a
recount in Python.

| question | meaning | columns |
| --- | --- | --- |
${list.join("\n")}
`;
}

type Column = DescribedView["columns"][number];

const toLine = ({ name, type, comment }: Column) => `| \`${name}\` | \`${type}\` | ${comment} |`;

const toColumns = (columns: readonly Column[]) => `| column | type | meaning |
| --- | --- | --- |
${columns.map(toLine).join("\n")}`;

/** Equal columns of several views, by their line. */
function listShared(views: readonly DescribedView[]): ReadonlyMap<string, Column> {
  const columns = views.flatMap((view) => view.columns);
  const count = (line: string) => columns.filter((column) => toLine(column) === line).length;
  return new Map(
    columns.map((column) => [toLine(column), column] as const).filter(([line]) => count(line) >= SHARED_BY),
  );
}

function describeView({ name, comment, columns }: DescribedView, shared: ReadonlyMap<string, Column>): string {
  const isShared = (column: Column) => shared.has(toLine(column));
  const elsewhere = columns.filter(isShared).map((column) => `\`${column.name}\``);
  const own = columns.filter((column) => !isShared(column));
  return `## \`${name}\`

${comment}.
${own.length === 0 ? "" : `\n${toColumns(own)}\n`}
[Shared columns](#columns-of-several-views): ${elsewhere.join(", ")}.
`;
}
