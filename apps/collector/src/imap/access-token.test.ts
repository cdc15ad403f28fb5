import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { afterEach, expect, test } from "vitest";
import { startTokenServer, type TokenServer } from "../testing/start-token-server.ts";
import { createTokenSource } from "./access-token.ts";

let server: TokenServer;

afterEach(() => server.stop());

const toSecretClient = (tokenUrl: string) => ({ tokenUrl, clientId: "id", clientSecret: "secret", scope: "mail" });

test("a token is used until a minute before it expires", async () => {
  server = await startTokenServer("user");
  let now = 0;
  const tokens = createTokenSource(toSecretClient(server.tokenUrl), () => now);
  const first = await tokens.read();
  now = 3_539_000;
  expect(await tokens.read()).toBe(first);
  now = 3_541_000;
  expect(await tokens.read()).not.toBe(first);
  expect(server.grants).toHaveLength(2);
});

test("a token that was refused is asked for anew", async () => {
  server = await startTokenServer("user");
  const tokens = createTokenSource(toSecretClient(server.tokenUrl));
  const first = await tokens.read();
  tokens.forget();
  expect(await tokens.read()).not.toBe(first);
});

test("a refresh token is exchanged, with or without a client secret", async () => {
  server = await startTokenServer("user");
  await createTokenSource({ tokenUrl: server.tokenUrl, clientId: "id", refreshToken: "refresh" }).read();
  expect(Object.fromEntries(server.grants[0] ?? [])).toEqual({
    grant_type: "refresh_token",
    client_id: "id",
    refresh_token: "refresh",
  });
});

test("a service account signs for the mailbox's user (RFC 7523)", async () => {
  server = await startTokenServer("user");
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await createTokenSource({
    tokenUrl: server.tokenUrl,
    serviceAccount: "robot@project.example",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    subject: "reports@example.com",
    scope: "https://mail.google.com/",
  }).read();
  const [grant] = server.grants;
  expect(grant?.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  const { payload } = await jwtVerify(grant?.get("assertion") ?? "", publicKey, { audience: server.tokenUrl });
  expect(payload).toMatchObject({
    iss: "robot@project.example",
    sub: "reports@example.com",
    scope: "https://mail.google.com/",
  });
});

test.each([
  { body: { error: "invalid_client" }, message: "the token server answered 401: invalid_client" },
  { body: { token: "x" }, message: "the token server answered 401" },
])("a refusal says the server's error code: $message", async ({ body, message }) => {
  server = await startTokenServer("user", () => ({ status: 401, body }));
  await expect(createTokenSource(toSecretClient(server.tokenUrl)).read()).rejects.toThrow(new Error(message));
});
