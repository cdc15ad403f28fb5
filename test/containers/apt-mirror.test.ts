import { expect, test } from "vitest";
import { chooseMirror } from "../../infra/docker/stand-ins/apt-mirror.ts";

const SECURITY = "http://mirror.example/debian-security/ bookworm-security Debian-Security";
const OWN = "http://mirror.example/debian/ bookworm Debian";
const NEWER = "https://other.example/debian/ trixie Debian";

test("the mirror of a site is taken from apt's own sources, not that of the security updates", () => {
  expect(chooseMirror([SECURITY, NEWER, OWN].join("\n"), "bookworm")).toBe("http://mirror.example/debian/");
});

test("a mirror of another Debian release has this one, too", () => {
  expect(chooseMirror([SECURITY, NEWER].join("\n"), "bookworm")).toBe("https://other.example/debian/");
});

test("another distribution, and what debootstrap cannot read, are no mirror", () => {
  const foreign = ["http://ubuntu.example/ubuntu/ noble Ubuntu", "mirror+file:/etc/mirrors bookworm Debian", SECURITY];
  expect(chooseMirror(foreign.join("\n"), "bookworm")).toBeNull();
  expect(chooseMirror("", "bookworm")).toBeNull();
});
