export { type GeneratedMail, storeGeneratedMail } from "./generated-mail.ts";
export { parseCsv, readCsv } from "./parse-csv.ts";
export { startApi, type TestApi, type TestOrganization, type TestRequest } from "./start-api.ts";
