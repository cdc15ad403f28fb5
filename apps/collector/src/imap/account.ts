import { UsageError } from "@ruaflow/runtime/errors";
import { describeMismatch, type Mismatch } from "@ruaflow/runtime/validation";
import { type Static, type TProperties, Type } from "typebox";
import { Compile } from "typebox/compile";

/** The library's message for a field that the schema does not have. */
const UNKNOWN_FIELD = "schema is false";

const Text = Type.String({ minLength: 1, maxLength: 4096 });
const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** How access tokens are obtained (RFC 6749 sections 4.4 and 6, RFC 7523 section 2.1). */
const OAuth2 = Type.Union([
  strict({ tokenUrl: Text, clientId: Text, clientSecret: Text, scope: Text }),
  strict({ tokenUrl: Text, clientId: Text, clientSecret: Type.Optional(Text), refreshToken: Text }),
  strict({ tokenUrl: Text, serviceAccount: Text, privateKey: Text, subject: Type.Optional(Text), scope: Text }),
]);

const Account = strict({
  host: Text,
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  /** `off` sends the password in the clear. */
  tls: Type.Optional(Type.Enum(["implicit", "starttls", "off"])),
  /** Certificates in PEM to trust in place of the public ones. */
  ca: Type.Optional(Type.String({ minLength: 1 })),
  user: Text,
  password: Type.Optional(Text),
  oauth2: Type.Optional(OAuth2),
  mailbox: Type.Optional(Text),
  after: Type.Optional(Type.Enum(["move", "flag", "delete"])),
  moveTo: Type.Optional(Text),
  flag: Type.Optional(Type.String({ pattern: "^(\\\\Seen|[A-Za-z0-9$_.-]+)$" })),
  rejectedTo: Type.Optional(Text),
  organization: Type.Optional(Text),
});

export type OAuth2Settings = Static<typeof OAuth2>;

/** An account with its defaults. */
export type ImapAccount = Static<typeof Account> &
  Required<Pick<Static<typeof Account>, "port" | "tls" | "mailbox" | "after" | "moveTo" | "flag">>;

/**
 * The accounts in a JSON array.
 * @throws {UsageError} that names the faulty field and never its value, which may be a secret
 */
export function parseImapAccounts(text: string): readonly ImapAccount[] {
  const given = parseJson(text);
  // Compiled here: processes without mailboxes should not wait for it.
  const accounts = Compile(Type.Array(Account, { minItems: 1 }));
  if (!accounts.Check(given)) throw new UsageError(describeFault(accounts.Errors(given)));
  return given.map((account, index) => withDefaults(account, `/${index}`));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("expected a JSON array of accounts; this is not valid JSON");
  }
}

interface Fault extends Mismatch {
  readonly instancePath: string;
  readonly message: string;
}

function describeFault([first]: readonly Fault[]): string {
  const place = first?.instancePath || "the value";
  if (first?.message === UNKNOWN_FIELD) return `${place} is not a known field`;
  return `${place} ${first === undefined ? "is not valid" : describeMismatch(first)}`;
}

function withDefaults(account: Static<typeof Account>, place: string): ImapAccount {
  const { tls = "implicit", after = "move", password, oauth2 } = account;
  if ((password === undefined) === (oauth2 === undefined))
    throw new UsageError(`${place} needs either password or oauth2`);
  return {
    port: tls === "implicit" ? 993 : 143,
    mailbox: "INBOX",
    moveTo: "Processed",
    flag: "\\Seen",
    // With flags a rejected message may stay; otherwise it would be read again and again.
    ...(after !== "flag" && { rejectedTo: "Rejected" }),
    ...account,
    tls,
    after,
  };
}
