import type { HttpServer } from "@ruaflow/http";

/**
 * The OpenAPI document as JSON and as YAML. It is 650 KB and public: each form is written once, and all answers send the same
 * bytes, however many clients ask or do not read. The routes must be complete at the first call.
 */
export function shareDocuments(server: HttpServer): { json(): Buffer; yaml(): Buffer } {
  let json: Buffer | undefined;
  let yaml: Buffer | undefined;
  return {
    json() {
      json ??= Buffer.from(JSON.stringify(server.swagger()));
      return json;
    },
    yaml() {
      yaml ??= Buffer.from(server.swagger({ yaml: true }));
      return yaml;
    },
  };
}
