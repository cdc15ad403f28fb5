"""The product as a new user sees it: a service to start, a command, and HTTP."""

import http.client
import json
import os
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

READY_WITHIN_S = 120
SQL_KEY = "independent-check"


class Root:
    """A checkout of the product."""

    def __init__(self, path):
        self.path = Path(path).resolve()
        self.path_variable = f"{self.path / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
        scripts = json.loads((self.path / "package.json").read_text())["scripts"]
        #: What `npm start` runs; started directly, so that a kill hits the service and not npm.
        self.start = to_command(scripts["start"])
        self.clickhouse = to_command(scripts["clickhouse"])
        self.command = [str(self.path / "node_modules" / ".bin" / "ruaflow")]

    def environment(self, more):
        return {**os.environ, "PATH": self.path_variable, **more}


def to_command(script):
    """The command of a script that runs one program. `env` sets its variables and becomes the program, as `exec` does in a shell."""
    words = shlex.split(script)
    return ["env", *(words[1:] if words[0] == "exec" else words)]


def free_port():
    """A port below those that Linux gives to outgoing connections: one of those could take it while the service is killed."""
    while True:
        port = random.randint(20_000, 32_000)
        with socket.socket() as listening:
            try:
                listening.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Service:
    """The embedded service on its own data folder."""

    def __init__(self, root, settings=None):
        self.root = root
        self.folder = tempfile.mkdtemp(prefix="ruaflow-independent-")
        self.port = free_port()
        self.sql_port = free_port()
        self.settings = {
            "RUAFLOW_DATA_DIR": f"{self.folder}/data",
            "RUAFLOW_PORT": str(self.port),
            "RUAFLOW_SQL_PORT": str(self.sql_port),
            "RUAFLOW_SQL_KEY": SQL_KEY,
            "RUAFLOW_RATE_LIMITS": "off",
            "RUAFLOW_LOG_LEVEL": "warn",
            "RUAFLOW_SOURCE_ENRICHMENT": "offline",
            **(settings or {}),
        }
        self.key = None
        self.process = None
        self.log_path = f"{self.folder}/service.log"

    def launch(self):
        """Starts the process without waiting. @returns where its output begins in the log"""
        offset = os.path.getsize(self.log_path) if os.path.exists(self.log_path) else 0
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.root.start,
                cwd=self.root.path,
                env=self.root.environment(self.settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        return offset

    def start(self):
        """Starts it and waits until it is ready."""
        offset = self.launch()
        deadline = time.monotonic() + READY_WITHIN_S
        while time.monotonic() < deadline:
            with open(self.log_path, "rb") as log:
                log.seek(offset)
                output = log.read().decode(errors="replace")
            if "Ctrl-C stops it" in output:
                found = re.search(r"API key\s+(ruaflow_\S+)", output)
                if found and self.key is None:
                    self.key = found.group(1)
                return self
            if self.process.poll() is not None:
                raise RuntimeError(f"the service ended with {self.process.returncode}:\n{output[-3000:]}")
            time.sleep(0.05)
        raise RuntimeError(f"the service is not ready after {READY_WITHIN_S} s:\n{self.tail()}")

    def start_with_retry(self, attempts=20):
        """Retries a failed start, as a supervisor would."""
        for attempt in range(attempts):
            try:
                return self.start()
            except RuntimeError:
                if attempt == attempts - 1:
                    raise
                time.sleep(1)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()

    def remove(self):
        self.stop()
        self.kill_postgres()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill_postgres(self):
        """Sends SIGKILL to the database's main process; false if it is not running."""
        try:
            pid = int(Path(f"{self.folder}/data/postgres/cluster/postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGKILL)
            return True
        except (OSError, ValueError, IndexError):
            return False

    def tail(self, characters=3000):
        with open(self.log_path, "rb") as log:
            return log.read().decode(errors="replace")[-characters:]

    def rss_mib(self):
        """Resident memory of the service's process alone, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024

    def run(self, *args, text="", check=True):
        """Runs `ruaflow` with arguments. @returns its output"""
        done = subprocess.run(
            [*self.root.command, *args],
            cwd=self.root.path,
            env=self.root.environment(self.settings),
            input=text,
            capture_output=True,
            text=True,
            timeout=900,
        )
        if check and done.returncode != 0:
            raise RuntimeError(f"ruaflow {' '.join(args)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def start_command(self, *args):
        """Starts `ruaflow` in its own process group, so that it can be killed."""
        output = open(f"{self.folder}/command.log", "wb")
        return subprocess.Popen(
            [*self.root.command, *args],
            cwd=self.root.path,
            env=self.root.environment(self.settings),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def command_output(self):
        with open(f"{self.folder}/command.log", "rb") as output:
            return output.read().decode(errors="replace")

    def sql(self, query):
        """Rows of an SQL query, as dictionaries of texts and numbers."""
        lines = self.run("sql", query, "--format", "JSONEachRow").splitlines()
        return [json.loads(line) for line in lines if line]

    @property
    def client(self):
        return Client(self.port, self.key)


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode("utf-8-sig")


class UnexpectedAnswer(Exception):
    pass


# The service closes a connection that has been idle for 72 s, perhaps while a request is on its way.
IDLE_S_MAX = 30


class Client:
    """HTTP with a key; one connection per thread."""

    def __init__(self, port, key, timeout=120):
        self.port = port
        self.key = key
        self.timeout = timeout
        self.local = threading.local()

    def request(self, method, path, body=None, headers=None):
        """Sends one request. @raises OSError or HTTPException without an answer"""
        connection = getattr(self.local, "connection", None)
        if connection is None or time.monotonic() - self.local.used_at > IDLE_S_MAX:
            connection = self.local.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self.local.used_at = time.monotonic()
        try:
            connection.request(method, path, body, {"authorization": f"Bearer {self.key}", **(headers or {})})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except Exception:
            connection.close()
            self.local.connection = None
            raise

    def get(self, path, **query):
        """A GET request that must be answered with 200."""
        asked = {name: value for name, value in query.items() if value is not None}
        full = f"/api/v1{path}" + (f"?{urlencode(asked)}" if asked else "")
        answer = self.request("GET", full)
        if answer.status != 200:
            raise UnexpectedAnswer(f"GET {full}: {answer.status} {answer.body[:500]!r}")
        return answer

    def post_json(self, path, value=None):
        body = json.dumps({} if value is None else value).encode()
        return self.request("POST", f"/api/v1{path}", body, {"content-type": "application/json"})

    def upload(self, file):
        return self.request("POST", f"/api/v1/reports?{urlencode({'name': file.name})}", file.body, {"content-type": "application/octet-stream"})

    def upload_until_accepted(self, file, within_s=300):
        """Sends the file again until the answer is 202, as a careful sender would."""
        deadline = time.monotonic() + within_s
        while True:
            pause = 0.1
            try:
                answer = self.upload(file)
                if answer.status == 202:
                    return answer.json["data"]
                if answer.status not in (409, 429, 500, 502, 503, 504):
                    raise UnexpectedAnswer(f"upload of {file.name}: {answer.status} {answer.body[:500]!r}")
                pause = float(answer.headers.get("retry-after") or pause)
            except (OSError, http.client.HTTPException):
                pass
            if time.monotonic() > deadline:
                raise UnexpectedAnswer(f"{file.name} was not accepted within {within_s} s")
            time.sleep(min(pause, 5))

    def list_all(self, path, **query):
        """The rows of all pages, and the last page's meta."""
        rows, page = [], 1
        while True:
            answer = self.get(path, **query, page=page, per_page=100).json
            rows += answer["data"]
            if not answer["data"] or len(rows) >= answer["meta"]["total"]:
                return rows, answer["meta"]
            page += 1

    def list_some(self, path, pages_max, **query):
        """The rows of the first and last page and of some between, up to `pages_max`; the meta; and whether these are all."""
        first = self.get(path, **query, per_page=100).json
        pages = -(-first["meta"]["total"] // 100)
        step = max(1, -(-pages // pages_max))
        chosen = sorted({*range(1 + step, pages + 1, step), pages} - {0, 1})
        rows = first["data"]
        for page in chosen:
            rows += self.get(path, **query, page=page, per_page=100).json["data"]
        return rows, first["meta"], len(chosen) + 1 >= pages
