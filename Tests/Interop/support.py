"""Addresses, configured clients and raw requests that the tests share."""

import contextlib
import functools
import itertools
import json
import os
import queue
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass

import firebase_admin
from firebase_admin import credentials, db
from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreRestTransport

DATABASE = os.environ["FIREBASE_DATABASE_EMULATOR_HOST"]
STORAGE = os.environ["FIREBASE_STORAGE_EMULATOR_HOST"]
FIRESTORE = os.environ["FIRESTORE_EMULATOR_HOST"]
AUTH = os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
PROJECT = os.environ["GCLOUD_PROJECT"]

DEADLINE = 20
"""The seconds after which waiting for anything fails."""

_numbers = itertools.count(1)


def unique(prefix):
    """Returns a name that no other test uses."""
    return f"{prefix}-{next(_numbers)}"


class NoCredentials(credentials.Base):
    """Empty credentials, because the emulator requires none."""

    def get_credential(self):
        return AnonymousCredentials()


@functools.cache
def app():
    """Returns the app of Firebase's admin library."""
    options = {
        "databaseURL": f"http://{DATABASE}?ns=shops",
        "projectId": PROJECT,
        "storageBucket": "images",
    }
    return firebase_admin.initialize_app(NoCredentials(), options)


def database(name, path="/"):
    """Returns a node of a database, accessed with Firebase's admin library."""
    return db.reference(path, app=app(), url=f"http://{DATABASE}?ns={name}")


def firestore_client(project, over_rest=False):
    """Returns a Firestore client of a project, over gRPC (the library's default) or REST."""
    client = firestore.Client(project=project, credentials=AnonymousCredentials())
    if not over_rest:
        return client
    client._firestore_api_internal = FirestoreClient(
        transport=FirestoreRestTransport(
            host=FIRESTORE, url_scheme="http", credentials=AnonymousCredentials()
        )
    )
    return client


@dataclass(frozen=True)
class Answer:
    """The status and body of a response."""

    status: int
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def request(method, address, target, body=None, **headers):
    """Sends a request without a client library, and returns the response."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers.setdefault("Content-Type", "application/json")
    message = urllib.request.Request(
        f"http://{address}{target}", data, headers, method=method
    )
    try:
        with urllib.request.urlopen(message, timeout=DEADLINE) as answer:
            return Answer(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read())


def connect(address):
    """Opens a raw connection that fails after the deadline instead of waiting."""
    host, port = address.rsplit(":", 1)
    return socket.create_connection((host, int(port)), timeout=DEADLINE)


def exchange(address, *parts):
    """Sends bytes in parts, and returns everything that is received until the server closes the connection."""
    with connect(address) as connection:
        with contextlib.suppress(ConnectionError):
            for part in parts:
                connection.sendall(part)
        return read_to_end(connection)


def read_to_end(connection):
    """Returns all bytes until the server closes the connection."""
    received = bytearray()
    # A server that closes a connection with unread bytes resets it.
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            received += piece
    return bytes(received)


class Events:
    """The events of a listener, in order."""

    def __init__(self):
        self._heard = queue.Queue()

    def __call__(self, event):
        self._heard.put((event.event_type, event.path, event.data))

    def next(self):
        return self._heard.get(timeout=DEADLINE)

    def is_silent(self):
        return self._heard.empty()
