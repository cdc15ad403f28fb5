/** Where in a report a warning is: "record/identifiers/header_from" is "record › identifiers › header from". */
export function describeField(path: string): string {
  return path.replaceAll("/", " › ").replaceAll("_", " ");
}
