// The front door for what verifies a mail: it reads the same header, and splits the same body, as the search for reports.
export { readOnlyField, readValue, trimBlanks } from "./mail-fields.ts";
export { isStructureSigned, type MailReading, readMailHeader } from "./signed-structure.ts";
