export { buildOutlookMessage } from "../envelope/testing/compound-file-builder.ts";
export { buildGzip } from "../envelope/testing/gzip-builder.ts";
export { attachment, buildMail, buildMultipart } from "../envelope/testing/mail-builder.ts";
export { buildTar } from "../envelope/testing/tar-builder.ts";
export { buildZip } from "../envelope/testing/zip-builder.ts";
export { buildHostileSeeds } from "./hostile-seeds.ts";
export { readContainer } from "./read-container.ts";
export { readWithSax } from "./read-with-sax.ts";
export { scanEvents, type XmlEvent } from "./scan-events.ts";
