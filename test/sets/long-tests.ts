/**
 * Test files that `npm run test:long` runs, each group with its reason; all others belong to `npm test`. The short run has what
 * one change can break. The long one has what needs minutes, other software, or an engine that dies.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  "Kills, outages and full machines": [
    "apps/smtp-receiver/src/{dawdlers,flood,outages}.test.ts",
    "libs/engines/src/postgres/start.test.ts",
    "test/e2e/{blocked-engine,import-outage,import-resume,leave-root,open-files,out-of-memory,stop-by-npm}.test.ts",
    "test/e2e/{collector,forged-names,sql,sql-meanwhile,start-lines}.test.ts",
  ],
  "Tampering, backups, restores, moves and releases that follow each other": [
    "apps/embedded/src/upgrade-lines.test.ts",
    "apps/keeper/src/reconcile/reconcile.test.ts",
    "libs/record-store/src/backup/backup.test.ts",
    "test/e2e/{backup-drill,export,restore,restored-postgres}.test.ts",
    "test/e2e/{delete-domain,fill-report-days,former-names,later-release,reconcile}.test.ts",
  ],
  "Kafka, which needs Java and Maven": [
    "apps/record-writer/src/replay.test.ts",
    "libs/event-log/src/kafka/{conformance,kafka-log,secured}.test.ts",
    "test/e2e/{api-uploads,distributed,kafka-restore,kafka-retention,move}.test.ts",
    "test/observability/distributed-tracing.test.ts",
    "test/topics/consumer.test.ts",
  ],
  "Promises of the record store over further transports; npm test has them on the engine itself": [
    "libs/engines/src/clickhouse-http/{cluster,private-port-store}.test.ts",
  ],
  "Generated, real and hostile input: archives and mails, fuzzing, injection, SQL": [
    "libs/dmarc/src/envelope/hostile.test.ts",
    "test/api/injection.test.ts",
    "test/e2e/corpus.test.ts",
    "test/fuzz/*.test.ts",
    "test/sql-walls/sql-walls.test.ts",
  ],
  "Chromium and dbt": [
    "test/api/browser.test.ts",
    "test/dbt/dbt.test.ts",
    "test/web/{corpus,demo,first-run,hostile}.test.ts",
  ],
};

/** Patterns of the long set, relative to the repository. */
export const longTests: readonly string[] = Object.values(groups).flat();
