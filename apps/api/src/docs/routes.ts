import swaggerUi from "@fastify/swagger-ui";
import { type HttpServer, PUBLIC } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { type LimitsPageOptions, writeLimitsPage } from "./limits-page.ts";
import { mark, pagesStyle } from "./page.ts";
import { writeProblemsPage } from "./problems-page.ts";
import { writeReportsPage } from "./reports-page.ts";
import { writeWebhooksPage } from "./webhooks-page.ts";

/** Only this origin is contacted. Swagger UI sets styles by script and shows images as data URLs. */
const SWAGGER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const JSON_TYPE = "application/json; charset=utf-8";

interface DocsOptions extends LimitsPageOptions, Pick<ApiContext, "disableAfter"> {}

/**
 * `/openapi.json`, `/docs` (Swagger UI from its package, with no request to another origin), `/docs/problems`,
 * `/docs/webhooks`, `/docs/limits` and `/docs/reports`; all are public.
 */
export async function registerDocs(server: HttpServer, options: DocsOptions): Promise<void> {
  const schema = { hide: true };
  const documents = shareDocuments(server);
  server.get("/openapi.json", { config: PUBLIC, schema }, async (_request, reply) =>
    reply.type(JSON_TYPE).send(documents.json()),
  );
  const pages = {
    problems: writeProblemsPage(),
    webhooks: writeWebhooksPage(options.disableAfter),
    limits: writeLimitsPage(options),
    reports: writeReportsPage(),
  };
  for (const [path, page] of Object.entries(pages)) {
    server.get(`/docs/${path}`, { config: PUBLIC, schema }, async (_request, reply) =>
      reply.header("content-security-policy", PAGE_POLICY).type("text/html; charset=utf-8").send(page),
    );
  }
  server.get("/docs/mark.svg", { config: PUBLIC, schema }, async (_request, reply) =>
    reply.type("image/svg+xml").send(mark),
  );
  server.get("/docs/pages.css", { config: PUBLIC, schema }, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(pagesStyle),
  );
  await server.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, ...PUBLIC };
    });
    await scope.register(swaggerUi, {
      routePrefix: "/docs",
      staticCSP: SWAGGER_POLICY,
      logo: { type: "image/svg+xml", content: mark, href: "/", target: "_self" },
      theme: {
        title: "Ruaflow API",
        favicon: [{ filename: "mark.svg", rel: "icon", type: "image/svg+xml", sizes: "any", content: mark }],
      },
      uiHooks: {
        preHandler(request, reply, done) {
          const { url } = request.routeOptions;
          if (url === "/docs/json") reply.type(JSON_TYPE).send(documents.json());
          else if (url === "/docs/yaml") reply.type("application/x-yaml").send(documents.yaml());
          else done();
        },
      },
      uiConfig: { url: "/openapi.json", validatorUrl: null, deepLinking: true, docExpansion: "list" },
    });
  });
}

/**
 * The OpenAPI document as JSON and as YAML. It is 650 KB and public: each form is written once, and all answers send the same
 * bytes, however many clients ask or do not read. The routes must be complete at the first call.
 */
function shareDocuments(server: HttpServer): { json(): Buffer; yaml(): Buffer } {
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
