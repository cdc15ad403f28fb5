// `npm run openapi`: writes the server's OpenAPI document, the client's types and the page's filters into the repository.
import { writeFile } from "node:fs/promises";
import { documentPath, eventTypesPath, filtersPath, readEnvelopes, readServedDocument, typesPath } from "./document.ts";
import { format } from "./format.ts";
import { writeFilters } from "./write-filters.ts";
import { writeEventTypes, writeTypes } from "./write-types.ts";

const document = await readServedDocument();
await writeFile(documentPath, format(JSON.stringify(document, null, 2), documentPath));
await writeFile(typesPath, format(writeTypes(document), typesPath));
await writeFile(eventTypesPath, format(writeEventTypes(readEnvelopes()), eventTypesPath));
await writeFile(filtersPath, format(writeFilters(), filtersPath));
console.log(`${Object.keys(document.paths).length} paths written to apps/api/openapi.json, libs/client and apps/web`);
