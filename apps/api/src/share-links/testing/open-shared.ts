import type { HttpServer } from "@ruaflow/http";

interface Answered<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

/** A browser that opened a shared link. */
export interface Shared {
  /** Of the sign-in. */
  readonly status: number;
  readonly session: unknown;
  ask<Body = unknown>(
    url: string,
    method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE",
  ): Promise<Answered<Body>>;
}

export async function openShared(server: HttpServer, token: string): Promise<Shared> {
  const opened = await server.inject({ method: "POST", url: "/api/v1/session", payload: { share: token } });
  const { data } = JSON.parse(opened.payload);
  const [cookie = ""] = String(opened.headers["set-cookie"]).split(";");
  const headers = { cookie, "x-csrf-token": data?.csrf_token ?? "" };
  return {
    status: opened.statusCode,
    session: data,
    async ask(url, method = "GET") {
      const { statusCode, payload, headers: answered } = await server.inject({ method, url, headers });
      const isJson = String(answered["content-type"]).includes("json") && payload !== "";
      return { status: statusCode, text: payload, body: JSON.parse(isJson ? payload : "null") };
    },
  };
}
