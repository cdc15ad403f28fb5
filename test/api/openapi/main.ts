// `npm run openapi`: writes the server's OpenAPI document and the client's types into the repository.
import { writeFile } from "node:fs/promises";
import { documentPath, eventTypesPath, readEnvelopes, readServedDocument, typesPath } from "./document.ts";
import { format } from "./format.ts";
import { writeEventTypes, writeTypes } from "./write-types.ts";

const document = await readServedDocument();
await writeFile(documentPath, format(JSON.stringify(document, null, 2), documentPath));
await writeFile(typesPath, format(writeTypes(document), typesPath));
await writeFile(eventTypesPath, format(writeEventTypes(readEnvelopes()), eventTypesPath));
console.log(`${Object.keys(document.paths).length} paths written to apps/api/openapi.json and libs/client`);
