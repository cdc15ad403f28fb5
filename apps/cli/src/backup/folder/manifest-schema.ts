import { type Static, Type } from "typebox";

/** Of the folder's layout and of the manifest. */
export const FORMAT_VERSION = 1;

/** What is shown on a terminal has no control characters; the release may be empty. */
const line = (pattern: string) => Type.String({ pattern, maxLength: 1000 });
const shown = line("^[^\\u0000-\\u001f\\u007f-\\u009f]*$");
const token = line("^[A-Za-z0-9_.+-]*$");
const count = Type.Integer({ minimum: 0 });
const digits = line("^[0-9]{1,20}$");
const sha256 = line("^[0-9a-f]{64}$");

const file = {
  /** Path within the folder. */
  file: shown,
  bytes: count,
  /** Of the file as it lies there, hexadecimal. */
  sha256,
};

const table = Type.Object({ ...file, name: shown, columns: Type.Array(shown, { minItems: 1 }), rows: count });
const numbers = Type.Object({ organizationId: token, reports: digits, records: digits, messages: digits });
const partition = Type.Object({ partition: count, committed: line("^-?[0-9]{1,20}$"), end: line("^-?[0-9]{1,20}$") });

/** What shows that the manifest is the one that was written. */
const seal = Type.Object({
  /** Of the manifest without its seal: shows damage; an attacker who alters the manifest can write it anew. */
  sha256,
  /** The same under the secrets key: shows alteration. `null`: there was no key at hand. */
  hmacSha256: Type.Union([sha256, Type.Null()]),
});

const content = {
  format: Type.Literal(FORMAT_VERSION),
  id: token,
  release: token,
  /** The moment of the backup: that of PostgreSQL's snapshot, ISO 8601. */
  takenAt: line("^[0-9TZ:.-]+$"),
  /** Opens only with the secrets key, base64; `null`: no key was ever used. */
  sealedCheck: Type.Union([Type.String(), Type.Null()]),
  postgres: Type.Object({
    schemaVersion: Type.Integer({ minimum: 1 }),
    tables: Type.Array(table, { minItems: 1 }),
    sequences: Type.Array(
      Type.Object({ name: Type.String(), last: Type.Union([line("^-?[0-9]{1,19}$"), Type.Null()]) }),
    ),
    organizations: Type.Array(numbers),
  }),
  clickHouse: Type.Object({
    migrations: count,
    tables: Type.Array(table),
    organizations: Type.Array(numbers),
  }),
  bodies: Type.Object({
    /** The list of the bodies in `bodies/`; without any, an empty list. */
    list: Type.Object(file),
    objects: count,
    bytes: count,
    /** Deleted while the backup ran. */
    missing: count,
    /** URLs of the stores that are included. */
    stores: Type.Array(shown),
    /** URLs of stores that are not included: buckets. */
    elsewhere: Type.Array(shown),
  }),
  log: Type.Object({
    driver: token,
    group: token,
    topic: token,
    /** Read before the snapshot: everything before `committed` is in the ledger. */
    partitions: Type.Array(partition),
  }),
};

/** Releases before the seal wrote none. */
export const manifestSchema = Type.Object({ ...content, seal: Type.Optional(seal) });

/** What a backup consists of; written last, so that a folder with it is complete. */
export type Manifest = Static<typeof manifestSchema>;
export type Seal = Static<typeof seal>;
export type ArchivedTable = Static<typeof table>;
export type ArchivedFile = Pick<ArchivedTable, "file" | "bytes" | "sha256">;
export type Numbers = Static<typeof numbers>;
