import { expect, test, vi } from "vitest";
import { createTransfers } from "./transfers.ts";

function open(bytesMax = 100) {
  const sent: {
    file: File;
    answer: (text: string) => void;
    fail: (error: Error) => void;
    tell: (bytes: number) => void;
  }[] = [];
  const onIdle = vi.fn();
  const transfers = createTransfers<string>({
    parallel: 2,
    bytesMax,
    send: (file, tell) => new Promise((answer, fail) => sent.push({ file, answer, fail, tell })),
    onChange: () => {},
    onIdle,
  });
  const kinds = () => transfers.list.map(({ progress }) => progress.kind);
  return { transfers, sent, kinds, onIdle };
}

const files = (...names: string[]) => names.map((name) => new File(["x".repeat(10)], name));

test("no more files are sent at a time than allowed, and the next follows", async () => {
  const { transfers, sent, kinds, onIdle } = open();
  transfers.add(files("a", "b", "c"));
  expect(kinds()).toEqual(["sending", "sending", "waiting"]);
  sent[0]?.answer("fine");
  await expect.poll(() => kinds()).toEqual(["done", "sending", "sending"]);
  sent[1]?.answer("fine");
  sent[2]?.answer("fine");
  await expect.poll(() => kinds()).toEqual(["done", "done", "done"]);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("a file larger than allowed is not sent", () => {
  const { transfers, sent, kinds } = open(9);
  transfers.add(files("large"));
  expect(kinds()).toEqual(["too-large"]);
  expect(sent).toEqual([]);
});

test("a file that failed says why, does not stop the others, and can be sent again", async () => {
  const { transfers, sent, kinds } = open();
  transfers.add(files("a", "b", "c"));
  sent[0]?.fail(new Error("gone"));
  await expect.poll(() => kinds()).toEqual(["failed", "sending", "sending"]);
  transfers.repeat(1);
  expect(kinds()).toEqual(["waiting", "sending", "sending"]);
});

test("progress is kept for each file, and clearing keeps what is under way", async () => {
  const { transfers, sent, kinds } = open();
  transfers.add(files("a", "b"));
  sent[1]?.tell(7);
  expect(transfers.list[1]?.progress).toEqual({ kind: "sending", bytes: 7 });
  sent[0]?.answer("fine");
  await expect.poll(() => kinds()).toEqual(["done", "sending"]);
  transfers.clear();
  expect(kinds()).toEqual(["sending"]);
});
