import { importPKCS8, SignJWT } from "jose";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { OAuth2Settings } from "./account.ts";

/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;
const REQUEST_MS_MAX = 30_000;
/** RFC 6749 section 5.1: a server that says nothing about the lifetime documents it elsewhere; an hour is usual. */
const LIFETIME_S_DEFAULT = 3600;
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const answerSchema = Compile(
  Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Optional(Type.Number({ minimum: 0 })) }),
);

/** Access tokens of one account. */
export interface TokenSource {
  /** A token that is valid for at least another minute; asks the token server only when needed. */
  read(): Promise<string>;
  /** The next `read` asks for a new token. */
  forget(): void;
}

export function createTokenSource(settings: OAuth2Settings, now: () => number = Date.now): TokenSource {
  let current: { readonly token: string; readonly renewAt: number } | undefined;
  return {
    async read() {
      if (current && now() < current.renewAt) return current.token;
      const { access_token: token, expires_in: lifetimeS = LIFETIME_S_DEFAULT } = await request(settings);
      current = { token, renewAt: now() + lifetimeS * 1000 - RENEW_BEFORE_MS };
      return token;
    },
    forget() {
      current = undefined;
    },
  };
}

async function request(settings: OAuth2Settings) {
  const response = await fetch(settings.tokenUrl, {
    method: "POST",
    body: new URLSearchParams(await toGrant(settings)),
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  const answer = parseAnswer(await response.text());
  if (response.ok && answerSchema.Check(answer)) return answer;
  throw new Error(`the token server answered ${response.status}${describeRefusal(answer)}`);
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error code of RFC 6749 section 5.2, such as `invalid_client`. */
function describeRefusal(answer: unknown): string {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return "";
  return `: ${String(answer.error).slice(0, 100)}`;
}

async function toGrant(settings: OAuth2Settings): Promise<Record<string, string>> {
  if ("serviceAccount" in settings) return { grant_type: JWT_BEARER, assertion: await signAssertion(settings) };
  const { clientId, clientSecret } = settings;
  const client = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  if ("refreshToken" in settings)
    return { grant_type: "refresh_token", refresh_token: settings.refreshToken, ...client };
  return { grant_type: "client_credentials", scope: settings.scope, ...client };
}

type ServiceAccount = Extract<OAuth2Settings, { readonly serviceAccount: string }>;

/** The signed statement of a Google service account that it may act for `subject`. */
async function signAssertion({ tokenUrl, serviceAccount, privateKey, subject, scope }: ServiceAccount) {
  const assertion = new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(serviceAccount)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime("1h");
  if (subject !== undefined) assertion.setSubject(subject);
  return assertion.sign(await importPKCS8(privateKey, "RS256"));
}
