import { isOutage } from "@ruaflow/runtime/errors";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Batch, SubscribeOptions } from "../event-log.ts";
import { eventually, message, numberedMessages, toText } from "../testing/fixture.ts";
import { type PostgresHarness, startPostgresHarness } from "../testing/postgres-harness.ts";
import { createPostgresLog, type PostgresLogOptions } from "./postgres-log.ts";
import { deleteOldMessages } from "./retention.ts";

let harness: PostgresHarness;
let pool: pg.Pool;

beforeAll(async () => {
  harness = await startPostgresHarness();
  pool = new pg.Pool({ connectionString: harness.url });
});

afterAll(async () => {
  await pool.end();
  await harness.close();
});

let topicsMade = 0;

/** A separate topic with one partition, and two connections: one direct, one whose network can be broken. */
async function prepare(options: Partial<PostgresLogOptions> = {}) {
  topicsMade += 1;
  const topic = `topic-${topicsMade}`;
  const settings = { topics: [{ name: topic, partitions: 1, retentionMs: 3_600_000 }], ...options };
  const log = createPostgresLog({ connectionString: harness.url, ...settings });
  const remote = await harness.connectThroughProxy(settings);
  onTestFinished(async () => {
    remote.proxy.restore();
    await Promise.all([log.close(), remote.log.close()]);
  });
  await log.prepare();
  return { topic, log, remote };
}

function toOptions(topic: string, onBatch: SubscribeOptions["onBatch"]): SubscribeOptions {
  return {
    topic,
    group: "group",
    batchMessagesMax: 100,
    batchBytesMax: 1_000_000,
    onBatch,
    onFatal: (error) => {
      throw error;
    },
  };
}

function commitAll(batch: Batch): Promise<void> {
  return batch.commit(batch.messages.at(-1)?.offset ?? 0n);
}

describe("the log on Postgres", () => {
  test("a group of an earlier release does not prevent deletion", async () => {
    const { topic, log } = await prepare();
    const left = `insert into event_log.group_offsets (consumer_group, partition_id, committed)
      select 'ruaflow.webhook-dispatcher', id, 0 from event_log.partitions where topic = $1`;
    await pool.query(left, [topic]);
    await log.prepare();
    const { rows } = await pool.query("select 1 from event_log.group_offsets where consumer_group like '%dispatcher'");
    expect(rows).toEqual([]);
  });

  test("a frozen member loses its partitions to a live one, notices it, and cannot commit", async () => {
    const { topic, log, remote } = await prepare({ sessionTimeoutMs: 2000 });
    await log.append(topic, numberedMessages(1, 10));
    const inProgress = Promise.withResolvers<Batch>();
    const freed = Promise.withResolvers<void>();
    await remote.log.subscribe(
      toOptions(topic, async (batch) => {
        inProgress.resolve(batch);
        await freed.promise;
      }),
    );
    const batch = await inProgress.promise;
    remote.proxy.freeze();
    const texts: string[] = [];
    await log.subscribe(
      toOptions(topic, async (other) => {
        // The live member begins only after the frozen one could notice.
        expect(batch.isStale()).toBe(true);
        texts.push(...other.messages.map(toText));
        await commitAll(other);
      }),
    );
    await eventually("the takeover", () => texts.length === 10, { timeoutMs: 8000 });
    remote.proxy.restore();
    await expect(batch.commit(0n)).rejects.toThrow();
    freed.resolve();
    await eventually("the commit", async () => (await log.readLag(topic, "group"))[0]?.committed === 10n);
  });

  test("the server refuses a commit once the session has ended, before the member notices", async () => {
    const { topic, log } = await prepare();
    await log.append(topic, numberedMessages(1, 3));
    const outcome = Promise.withResolvers<unknown>();
    await log.subscribe(
      toOptions(topic, async (batch) => {
        await pool.query("select pg_terminate_backend(backend_pid) from event_log.members where topic = $1", [topic]);
        await batch.commit(2n).then(outcome.resolve, outcome.resolve);
        throw new Error("lost");
      }),
    );
    expect(await outcome.promise).toBeInstanceOf(Error);
    expect(await log.readLag(topic, "group")).toMatchObject([{ committed: 0n }]);
  });

  test("an append rejects while Postgres cannot be reached, and everything resumes by itself afterwards", async () => {
    const { topic, remote } = await prepare();
    const texts: string[] = [];
    const retries: Error[] = [];
    await remote.log.subscribe({
      ...toOptions(topic, async (batch) => {
        texts.push(...batch.messages.map(toText));
        await commitAll(batch);
      }),
      onRetry: (error) => retries.push(error),
    });
    await remote.log.append(topic, [message("a", "before")]);
    await eventually("the first message", () => texts.length === 1);
    remote.proxy.cut();
    await expect(remote.log.append(topic, [message("a", "during")])).rejects.toThrow();
    await expect(remote.log.ping()).rejects.toThrow();
    await eventually("a report of the outage", () => retries.length > 0);
    remote.proxy.restore();
    await eventually("an append", () =>
      remote.log.append(topic, [message("a", "after")]).then(
        () => true,
        () => false,
      ),
    );
    await eventually("the message after the outage", () => texts.includes("after"));
  });

  test("an append that the server ends while shutting down, or that cannot get its lock, fails as an outage", async () => {
    const { topic, log } = await prepare();
    for (const end of ["pg_terminate_backend", "pg_cancel_backend"]) {
      const other = await pool.connect();
      await other.query("begin");
      await other.query("select * from event_log.partitions for update");
      const failure = log.append(topic, [message("a", "during")]).catch((error: unknown) => error);
      const ending = `select ${end}(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and application_name = 'ruaflow-event-log' and datname = current_database()`;
      await eventually("its end", async () => (await pool.query(ending)).rowCount === 1);
      expect(await failure).toSatisfy(isOutage);
      await other.query("rollback");
      other.release();
    }
    await log.append(topic, [message("a", "after")]);
  });

  test("a topic that does not exist is a mistake, not an outage", async () => {
    const { log } = await prepare();
    const failure = await log.append("unknown", [message("a", "x")]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "topic_unknown" });
    expect(isOutage(failure)).toBe(false);
  });

  test("an append to a partition that is gone fails as a whole", async () => {
    const { log } = await prepare({ topics: [{ name: "halved", partitions: 2, retentionMs: 3_600_000 }] });
    await log.append("halved", numberedMessages(10, 1));
    const readEnd = async () => (await log.readLag("halved", "group"))[0]?.end;
    const before = await readEnd();
    await pool.query("delete from event_log.partitions where topic = 'halved' and partition = 1");
    await expect(log.append("halved", numberedMessages(10, 1))).rejects.toThrow("message_offset");
    expect(await readEnd()).toEqual(before);
  });

  test("a network that breaks repeatedly loses no acknowledged message", async () => {
    const { topic, remote } = await prepare();
    const seen = new Set<string>();
    await remote.log.subscribe(
      toOptions(topic, async (batch) => {
        for (const each of batch.messages) seen.add(toText(each));
        await commitAll(batch);
      }),
    );
    const acknowledged: string[] = [];
    const until = new AbortController();
    const producers = [0, 1, 2, 3].map(async (producer) => {
      for (let number = 0; !until.signal.aborted; number += 1) {
        const text = `${producer}-${number}`;
        await remote.log.append(topic, [message("a", text)]).then(
          () => acknowledged.push(text),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
      }
    });
    for (let round = 0; round < 15; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + 7 * round));
      remote.proxy.cut();
      remote.proxy.restore();
    }
    until.abort();
    await Promise.all(producers);
    expect(acknowledged.length).toBeGreaterThan(0);
    await eventually("all that was acknowledged", () => acknowledged.every((text) => seen.has(text)));
  });

  test("deleted unread messages are reported, not skipped", async () => {
    const { topic, log } = await prepare();
    await log.append(topic, numberedMessages(1, 10));
    const first = await log.subscribe(toOptions(topic, (batch) => batch.commit(2n)));
    await eventually("a commit", async () => (await log.readLag(topic, "group"))[0]?.committed === 3n);
    await first.stop();
    await pool.query(
      `delete from event_log.messages m using event_log.partitions p
       where m.partition_id = p.id and p.topic = $1 and message_offset < 5`,
      [topic],
    );
    const fatal = Promise.withResolvers<Error>();
    const delivered: Batch[] = [];
    await log.subscribe({
      ...toOptions(topic, async (batch) => {
        delivered.push(batch);
      }),
      onFatal: fatal.resolve,
    });
    expect(await fatal.promise).toMatchObject({ code: "offset_out_of_range" });
    expect(delivered).toEqual([]);
  });
});

describe("retention on Postgres", () => {
  const never = new AbortController().signal;

  async function readOffsets(topic: string): Promise<string[]> {
    const { rows } = await pool.query<{ message_offset: string }>(
      `select message_offset from event_log.messages m join event_log.partitions p on p.id = m.partition_id
       where topic = $1 order by 1`,
      [topic],
    );
    return rows.map((row) => row.message_offset);
  }

  test("deletes messages that every group has committed and that are old enough, and nothing else", async () => {
    const { topic, log } = await prepare();
    await log.append(topic, numberedMessages(1, 10));
    const fast = await log.subscribe(toOptions(topic, commitAll));
    const slow = await log.subscribe({ ...toOptions(topic, (batch) => batch.commit(3n)), group: "slow" });
    await eventually("both commits", async () => {
      const lags = [...(await log.readLag(topic, "group")), ...(await log.readLag(topic, "slow"))];
      return lags.map((lag) => lag.committed).join() === "10,4";
    });
    await Promise.all([fast.stop(), slow.stop()]);
    await deleteOldMessages(pool, 3_600_000, never);
    expect(await readOffsets(topic)).toHaveLength(10);
    await deleteOldMessages(pool, 0, never);
    expect(await readOffsets(topic)).toEqual(["4", "5", "6", "7", "8", "9"]);
  });

  test("deletes messages that no group reads once they reach their topic's retention", async () => {
    const { topic, log } = await prepare();
    await log.append(topic, numberedMessages(1, 4));
    await deleteOldMessages(pool, 0, never);
    expect(await readOffsets(topic)).toHaveLength(4);
    await pool.query("update event_log.partitions set retention_ms = 0 where topic = $1", [topic]);
    await deleteOldMessages(pool, 3_600_000, never);
    expect(await readOffsets(topic)).toEqual([]);
  });

  test("an emptied log continues with the next offset, for existing and for new groups", async () => {
    const { topic, log } = await prepare();
    await log.append(topic, numberedMessages(1, 4));
    const first = await log.subscribe(toOptions(topic, commitAll));
    await eventually("the commit", async () => (await log.readLag(topic, "group"))[0]?.committed === 4n);
    await first.stop();
    await deleteOldMessages(pool, 0, never);
    await log.append(topic, [message("a", "next")]);
    const offsets: bigint[] = [];
    for (const group of ["group", "new"]) {
      const onBatch = async (batch: Batch) => {
        offsets.push(...batch.messages.map((each) => each.offset));
        await commitAll(batch);
      };
      await log.subscribe({ ...toOptions(topic, onBatch), group });
    }
    await eventually("both groups", () => offsets.length === 2);
    expect(offsets).toEqual([4n, 4n]);
  });

  test("deletes automatically, in steps, while the log is open", async () => {
    const { topic, log } = await prepare({ retentionMs: 0, retentionEveryMs: 50 });
    await log.append(topic, numberedMessages(1, 2500));
    await log.subscribe({ ...toOptions(topic, commitAll), batchMessagesMax: 2500 });
    await eventually("an empty partition", async () => (await readOffsets(topic)).length === 0);
  });
});
