// `npm run sql-docs`: writes docs/sql.md from the comments in the database and the headers of the questions.
import { writeFileSync } from "node:fs";
import { describeSql, listQuestions, readViews } from "./describe-sql.ts";

writeFileSync(new URL("../../docs/sql.md", import.meta.url), describeSql(await readViews(), listQuestions()));
