"""A small DNS server that answers TXT queries from a table, over UDP on the loopback interface."""

import socket
import struct
import threading

TXT = 16
NAME_ERROR = 3


class DnsServer(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.texts = {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.start()

    def run(self):
        while True:
            try:
                question, sender = self.socket.recvfrom(4096)
            except OSError:
                return
            self.socket.sendto(self.answer(question), sender)

    def answer(self, message):
        (identity,) = struct.unpack("!H", message[:2])
        end, labels = 12, []
        while message[end]:
            labels.append(message[end + 1 : end + 1 + message[end]].decode())
            end += 1 + message[end]
        question = message[12 : end + 5]
        (kind,) = struct.unpack("!H", message[end + 1 : end + 3])
        name = ".".join(labels).lower()
        texts = self.texts.get(name, []) if kind == TXT else []
        flags = 0x8580 | (0 if name in self.texts else NAME_ERROR)
        records = b"".join(self.record(text) for text in texts)
        return struct.pack("!HHHHHH", identity, flags, 1, len(texts), 0, 0) + question + records

    def record(self, text):
        data = text.encode()
        parts = b"".join(bytes([len(data[at : at + 255])]) + data[at : at + 255] for at in range(0, len(data), 255))
        return struct.pack("!HHHIH", 0xC00C, TXT, 1, 1, len(parts)) + parts

    def close(self):
        self.socket.close()
