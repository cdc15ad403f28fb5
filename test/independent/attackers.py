"""Slow clients: they announce much and send a byte now and then, or ask much and read nothing. All on the loopback interface."""

import random
import re
import select
import socket
import threading
import time

PAUSE_S = 1
MIB = 1024 * 1024


class Crowd(threading.Thread):
    """Keeps a number of slow connections open, from several networks, until it is stopped."""

    def __init__(self, kind, size, network):
        super().__init__(daemon=True)
        self.kind = kind
        self.size = size
        self.network = network
        self.opened = 0
        self.stopping = False

    def address(self, index):
        """20 clients in each /24, as a small botnet would have them."""
        return f"127.{self.network}.{index // 20}.{1 + index % 20}"

    def run(self):
        held = {}
        while not self.stopping:
            for index in range(self.size):
                if self.stopping:
                    break
                if index not in held:
                    held[index] = self.open(index)
                if held[index] is not None and not self.drip(held[index]):
                    held[index] = None
                if held[index] is None:
                    del held[index]
            time.sleep(PAUSE_S)
        for connection in held.values():
            connection.close()

    def open(self, index):
        try:
            connection = socket.create_connection(("127.0.0.1", self.kind.port), 5, (self.address(index), 0))
            connection.settimeout(5)
            self.kind.begin(connection, index)
            connection.setblocking(False)
            self.opened += 1
            return connection
        except OSError:
            return None

    def drip(self, connection):
        try:
            if self.kind.reads and select.select([connection], [], [], 0)[0] and connection.recv(4096) == b"":
                raise OSError("closed")
            if self.kind.drop:
                connection.send(self.kind.drop)
            return True
        except BlockingIOError:
            return True
        except OSError:
            connection.close()
            return False

    def stop(self):
        self.stopping = True
        self.join(30)


class SlowUpload:
    """Announces much, sends one byte a second; with a key of its own organization. Together they announce 64 MiB and more."""

    reads = True
    drop = b"x"

    def __init__(self, port, key):
        self.port = port
        self.key = key

    def begin(self, connection, index):
        announced = 20 * MIB if index < 3 else 64 * 1024
        head = f"POST /api/v1/reports?name=a.xml HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.key}\r\nContent-Type: application/octet-stream\r\nContent-Length: {announced}\r\n\r\n"
        connection.sendall(head.encode())


class SlowMail:
    """Sends a part of a mail, then one byte a second; without any key. Together they send 64 MiB and more at once."""

    reads = True
    drop = b"x"

    def __init__(self, port, mailbox):
        self.port = port
        self.mailbox = mailbox

    def begin(self, connection, index):
        for command in (None, "EHLO slow.example", "MAIL FROM:<a@slow.example>", f"RCPT TO:<{self.mailbox}>", "DATA"):
            if command is not None:
                connection.sendall(f"{command}\r\n".encode())
            while not re.search(rb"(?m)^\d{3} .*\r\n", connection.recv(4096)):
                pass
        lines = (16 * MIB if index < 5 else 64 * 1024) // 500
        try:
            connection.sendall(b"Subject: x\r\n\r\n" + (b"y" * 498 + b"\r\n") * lines)
        except socket.timeout:
            pass


class Unread:
    """Asks as often as fits into one packet, and reads no answer."""

    reads = False
    drop = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20

    def __init__(self, port):
        self.port = port

    def begin(self, connection, _):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(0.2)
        try:
            connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1600)
        except socket.timeout:
            pass


def draw_pause(draw=random):
    return draw.uniform(0.1, 0.4)
