import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import {
  SAVED_VIEWS_MAX,
  type SavedView,
  VIEW_ADDRESS_CHARS_MAX,
  VIEW_NAME_CHARS_MAX,
} from "@ruaflow/metadata-store/saved-views";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";

const name = Type.String({
  minLength: 1,
  maxLength: VIEW_NAME_CHARS_MAX,
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
  examples: ["Retail clients, 90 days"],
});

const address = Type.String({
  minLength: 1,
  maxLength: VIEW_ADDRESS_CHARS_MAX,
  // A second slash, or a backslash, would lead to another host.
  pattern: "^/([^/\\\\#\\u0000-\\u001f\\u007f][^\\\\#\\u0000-\\u001f\\u007f]*)?$",
  description: "Path and query within the page.",
  examples: ["/failures?client=C-1042&days=90"],
});

const ViewSchema = Type.Object({
  id: Type.String({ examples: ["sav_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  name,
  address,
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
});

const refusals = { 400: ProblemSchema, 401: ProblemSchema, 403: ProblemSchema, 429: ProblemSchema };
const params = Type.Object({ id: Type.String({ maxLength: 64, examples: ["sav_01k6g0c2r8v5n3q7j4y9x1t6ab"] }) });
const querystring = Type.Object({}, { additionalProperties: false });
const tags = ["Saved views"];

const listSchema = {
  operationId: "listSavedViews",
  tags,
  summary: "List the saved views of your key, by name",
  querystring,
  response: { 200: Type.Object({ data: Type.Array(ViewSchema, { maxItems: SAVED_VIEWS_MAX }) }), ...refusals },
};

const createSchema = {
  operationId: "createSavedView",
  tags,
  summary: "Save a view of the page under a name",
  description: "A key has its own views. They are deleted with it.",
  body: Type.Object({ name, address }, { additionalProperties: false }),
  response: { 201: Type.Object({ data: ViewSchema }), ...refusals, 409: ProblemSchema, 422: ProblemSchema },
};

const renameSchema = {
  operationId: "renameSavedView",
  tags,
  summary: "Rename a saved view",
  params,
  querystring,
  body: Type.Object({ name }, { additionalProperties: false }),
  response: { 200: Type.Object({ data: ViewSchema }), ...refusals, 404: ProblemSchema },
};

const deleteSchema = {
  operationId: "deleteSavedView",
  tags,
  summary: "Delete a saved view",
  params,
  querystring,
  response: { 204: Type.Null({ description: "The view is deleted." }), ...refusals, 404: ProblemSchema },
};

/** Views of the page that have a name. Every key has its own, and needs no scope for them. */
export function registerSavedViews(server: HttpServer, { metadata: { tenants } }: ApiContext): void {
  server.get("/saved-views", { schema: listSchema }, async (request) => {
    const { organizationId, keyId } = readCaller(request);
    const views = await tenants.listSavedViews(organizationId, { keyId });
    return { data: views.map(toBody) };
  });
  server.post("/saved-views", { schema: createSchema }, async (request, reply) => {
    const { organizationId, keyId } = readCaller(request);
    const view = await tenants.createSavedView(organizationId, { keyId, ...request.body });
    if (view !== null) return reply.status(201).send({ data: toBody(view) });
    throw new ProblemError("limit_reached", `There are already ${SAVED_VIEWS_MAX} saved views; delete one first.`);
  });
  server.put("/saved-views/:id", { schema: renameSchema }, async (request) => {
    const { organizationId, keyId } = readCaller(request);
    const view = await tenants.renameSavedView(organizationId, { keyId, ...request.params, ...request.body });
    if (view === null) throw unknownView();
    return { data: toBody(view) };
  });
  server.delete("/saved-views/:id", { schema: deleteSchema }, async (request, reply) => {
    const { organizationId, keyId } = readCaller(request);
    const isDeleted = await tenants.deleteSavedView(organizationId, { keyId, ...request.params });
    if (!isDeleted) throw unknownView();
    return reply.status(204).send(null);
  });
}

function toBody({ createdAt, ...view }: SavedView) {
  return { ...view, created_at: createdAt.toISOString() };
}

function unknownView(): ProblemError {
  return new ProblemError("not_found", "There is no saved view with this id.");
}
