/** `GET /` as JSON. */
export const homeDocument = {
  name: "Ruaflow",
  description: "Collects DMARC aggregate reports and answers questions about them.",
  api: "/api/v1",
  documentation: "/docs",
  openapi: "/openapi.json",
};
