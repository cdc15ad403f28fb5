import { readFileSync } from "node:fs";
import { docker } from "../docker.ts";
import { makeStandIn } from "./make-stand-in.ts";

/** The label of an image that was made here. */
const LABEL = "ruaflow.stand-in";
const root = new URL("../../../", import.meta.url);

/** The images that the Dockerfile and docker-compose.yml take from a registry. */
export function listBaseImages(): readonly string[] {
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  const bases = [...read("infra/docker/Dockerfile").matchAll(/^FROM (\S+:\S+)/gm)];
  const images = [...read("docker-compose.yml").matchAll(/^ +image: (\S+)$/gm)];
  return [...bases, ...images].map(([, name = ""]) => name).filter((name) => !name.startsWith("ruaflow:"));
}

/**
 * Makes each image available: one that Docker has, otherwise the real one from its registry, otherwise a stand-in,
 * which is announced. Resolves to the names of the stand-ins that are used.
 */
export async function provideImages(names: readonly string[]): Promise<readonly string[]> {
  const standIns: string[] = [];
  for (const name of names) {
    if (await provide(name)) standIns.push(name);
  }
  if (standIns.length > 0)
    console.warn(`\n##### STAND-INS: no registry gave ${standIns.join(", ")}.
##### What runs in their place was made here, and says nothing about the real images: see infra/docker/stand-ins/README.md #####\n`);
  return standIns;
}

/** True when a stand-in takes the image's place. */
async function provide(name: string): Promise<boolean> {
  const label = await readLabel(name);
  if (label !== null) return label !== "";
  const pulled = await docker(["pull", "--quiet", name]).catch((error: Error) => error);
  if (!(pulled instanceof Error)) return false;
  console.log(`${name} cannot be pulled (${pulled.message.split(": ").at(-1)}): making a stand-in ...`);
  await makeStandIn(name, LABEL);
  return true;
}

/** `null` without such an image. */
async function readLabel(name: string): Promise<string | null> {
  const format = `{{index .Config.Labels "${LABEL}"}}`;
  return docker(["image", "inspect", "--format", format, name]).catch(() => null);
}
