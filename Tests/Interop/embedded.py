"""Reads and writes the rows of an embedded store with plain SQLite, without code shared with Tane."""

import struct


class Time(int):
    """A timestamp in microseconds."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self):
        result = shift = 0
        while True:
            byte = self.take(1)[0]
            result |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return result

    def text(self):
        return self.take(self.number()).decode()

    def map(self):
        return {self.text(): self.value() for _ in range(self.number())}

    def value(self):
        kind = self.take(1)[0]
        match kind:
            case 0 | 1 | 2:
                return [None, False, True][kind]
            case 3 | 5:
                return (int if kind == 3 else Time)(struct.unpack("<q", self.take(8))[0])
            case 4:
                return struct.unpack("<d", self.take(8))[0]
            case 6:
                return self.text()
            case 7:
                return bytes(self.take(self.number()))
            case 10:
                return [self.value() for _ in range(self.number())]
            case 11:
                return self.map()
        raise ValueError(kind)


def fields_of(data):
    """Returns the fields of a document's row."""
    return Reader(data).map()


def length(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + length(number >> 7)


def sized(data):
    return length(len(data)) + data


def encoded(value):
    match value:
        case None | False | True:
            return bytes([[None, False, True].index(value)])
        case Time() | int():
            return (b"\5" if isinstance(value, Time) else b"\3") + struct.pack("<q", value)
        case float():
            return b"\4" + struct.pack("<d", value)
        case str():
            return b"\6" + sized(value.encode())
        case bytes():
            return b"\7" + sized(value)
        case list():
            return b"\12" + length(len(value)) + b"".join(map(encoded, value))
    items = sorted((key.encode(), item) for key, item in value.items())
    return b"\13" + length(len(items)) + b"".join(sized(key) + encoded(item) for key, item in items)


def node_path(data):
    keys, at = [], 0
    while at < len(data):
        if data[at] == 1:
            end = at + 7 + int.from_bytes(data[at + 5 : at + 7], "big")
            keys.append(data[at + 7 : end].decode())
            at = end
        else:
            end = data.index(0, at + 1)
            # Characters outside the Basic Multilingual Plane are two surrogates.
            units = data[at + 1 : end].decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass")
            keys.append(units.decode("utf-16"))
            at = end + 1
    return tuple(keys)


def node_bytes(keys):
    result = b""
    for key in keys:
        if key.isascii() and key.isdigit() and str(int(key)) == key:
            result += b"\1" + struct.pack(">I", int(key) ^ 0x80000000) + struct.pack(">H", len(key)) + key.encode()
        else:
            units = key.encode("utf-16-be")
            units = [chr(units[at] << 8 | units[at + 1]) for at in range(0, len(units), 2)]
            result += b"\2" + "".join(units).encode("utf-8", "surrogatepass") + b"\0"
    return result


def names(data):
    return [part[1:].decode() for part in data.split(b"\0\1")[:-1]]


def name_bytes(parts):
    return b"".join(b"\2" + part.encode() + b"\0\1" for part in parts)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF
