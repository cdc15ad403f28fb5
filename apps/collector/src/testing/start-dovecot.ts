import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../../infra/free-ports.ts";
import { announceSkip } from "../../../../test/support/missing-tool.ts";

const READY_ATTEMPTS = 100;
const ATTEMPT_EVERY_MS = 50;
const ATTEMPT_MS_MAX = 1000;

/** Dovecot does not serve mail as root: tests that root runs use these accounts of the Debian package. */
const INTERNAL_USER = "dovecot";
const LOGIN_USER = "dovenull";

export const PASSWORD = "correct-horse-battery";

/** A real IMAP server with its own folder. Any user name may log in with `PASSWORD`. */
export interface Dovecot {
  readonly port: number;
  readonly tlsPort: number;
  /** Its certificate, to be trusted. */
  readonly ca: string;
  /** Ends it with all its connections. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether Dovecot 2.3 is installed; announces the skipped tests otherwise. */
export function hasDovecot(): boolean {
  const { stdout, error } = spawnSync("/usr/sbin/dovecot", ["--version"], { encoding: "utf8" });
  if (error === undefined && stdout.startsWith("2.3.")) return true;
  announceSkip("the IMAP tests need Dovecot 2.3 (Debian package dovecot-imapd)");
  return false;
}

export interface DovecotOptions {
  /** Asks whether an access token is valid (RFC 7662). */
  readonly introspectionUrl?: string;
}

export async function startDovecot({ introspectionUrl }: DovecotOptions = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-dovecot-"));
  chmodSync(folder, 0o755);
  const owner = findMailUser();
  for (const one of ["run", "state", "mail"]) mkdirSync(join(folder, one), { mode: 0o755 });
  chownSync(join(folder, "mail"), owner.uid, owner.gid);
  createCertificate(folder);
  const [port, tlsPort] = [await findFreePort(), await findFreePort()];
  const settings = { folder, port, tlsPort, ...owner };
  writeFileSync(join(folder, "dovecot.conf"), toConfiguration(settings, introspectionUrl !== undefined));
  writeFileSync(join(folder, "oauth2.conf"), toOAuth2Configuration(introspectionUrl ?? ""));
  let server = await run(folder, port);
  return {
    port,
    tlsPort,
    ca: readFileSync(join(folder, "cert.pem"), "utf8"),
    kill: () => end(server),
    async start() {
      server = await run(folder, port);
    },
    async stop() {
      await end(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function findMailUser() {
  const own = userInfo();
  if (own.uid !== 0) return { uid: own.uid, gid: own.gid, internal: own.username, login: own.username };
  const id = (flag: string) => Number(spawnSync("id", [flag, LOGIN_USER], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g"), internal: INTERNAL_USER, login: LOGIN_USER };
}

function createCertificate(folder: string): void {
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const { status, stderr } = spawnSync("openssl", [...request, ...names, ...files], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly tlsPort: number;
  readonly uid: number;
  readonly gid: number;
  /** The accounts of Dovecot's own processes. */
  readonly internal: string;
  readonly login: string;
}

function toConfiguration({ folder, port, tlsPort, uid, gid, internal, login }: Settings, hasOAuth2: boolean): string {
  const oauth2 = `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`;
  return `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
default_internal_user = ${internal}
default_login_user = ${login}
first_valid_uid = 1
first_valid_gid = 1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login${hasOAuth2 ? " xoauth2 oauthbearer" : ""}
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
mail_max_userip_connections = 100
namespace inbox {
  inbox = yes
  separator = /
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
${hasOAuth2 ? oauth2 : ""}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
`;
}

function toOAuth2Configuration(introspectionUrl: string): string {
  return `introspection_mode = post
introspection_url = ${introspectionUrl}
username_attribute = username
active_attribute = active
active_value = true
`;
}

async function run(folder: string, port: number): Promise<ChildProcess> {
  const server = spawn("/usr/sbin/dovecot", ["-F", "-c", join(folder, "dovecot.conf")], {
    stdio: "inherit",
    detached: true,
  });
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    if (await answers(port)) return server;
    await sleep(ATTEMPT_EVERY_MS);
  }
  await end(server);
  throw new Error(`Dovecot does not answer:\n${readFileSync(join(folder, "log"), "utf8")}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (isGreeting: boolean) => {
      socket.destroy();
      resolve(isGreeting);
    };
    socket.once("data", (data) => finish(data.toString().startsWith("* OK")));
    socket.once("error", () => finish(false));
    socket.setTimeout(ATTEMPT_MS_MAX, () => finish(false));
  });
}

/** Ends the whole process group: the processes of connections would outlive the server. */
async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  process.kill(-server.pid, "SIGKILL");
  await ended;
}
