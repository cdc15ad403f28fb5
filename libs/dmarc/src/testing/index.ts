export { readWithSax } from "./read-with-sax.ts";
export { scanEvents, type XmlEvent } from "./scan-events.ts";
