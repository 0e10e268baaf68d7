"""What the tests share: addresses, clients that are set up, and raw requests."""

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
"""The seconds within which whatever is awaited must have come about."""

_numbers = itertools.count(1)


def unique(prefix):
    """A name that no other test uses."""
    return f"{prefix}-{next(_numbers)}"


class NoCredentials(credentials.Base):
    """Credentials of nobody: the emulator asks for none."""

    def get_credential(self):
        return AnonymousCredentials()


@functools.cache
def app():
    """The application of Firebase's admin library."""
    options = {
        "databaseURL": f"http://{DATABASE}?ns=shops",
        "projectId": PROJECT,
        "storageBucket": "images",
    }
    return firebase_admin.initialize_app(NoCredentials(), options)


def database(name, path="/"):
    """A node of a database, by Firebase's admin library."""
    return db.reference(path, app=app(), url=f"http://{DATABASE}?ns={name}")


def firestore_client(project, over_rest=False):
    """Firestore's client of a project, over gRPC as the library has it, or over REST."""
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
    """The status and the body of an answer."""

    status: int
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def request(method, address, target, body=None, **headers):
    """Sends a request as no library would, and returns whatever comes back."""
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
    """A raw connection that fails after the deadline instead of waiting."""
    host, port = address.rsplit(":", 1)
    return socket.create_connection((host, int(port)), timeout=DEADLINE)


def exchange(address, *parts):
    """Sends bytes, one part after the other, and returns all that comes until the server closes."""
    with connect(address) as connection:
        with contextlib.suppress(ConnectionError):
            for part in parts:
                connection.sendall(part)
        return read_to_end(connection)


def read_to_end(connection):
    """All bytes until the server closes the connection."""
    received = bytearray()
    # What was sent and not read makes the close a reset.
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            received += piece
    return bytes(received)


class Events:
    """What a listener hears, in order, to be awaited."""

    def __init__(self):
        self._heard = queue.Queue()

    def __call__(self, event):
        self._heard.put((event.event_type, event.path, event.data))

    def next(self):
        return self._heard.get(timeout=DEADLINE)

    def is_silent(self):
        return self._heard.empty()
