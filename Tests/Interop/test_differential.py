"""Sends the same random requests to Tane's Firestore emulator and to Google's own, and compares the responses.

TANE_DIFFERENTIAL is the number of reads (a fifth as many commits follow), TANE_DIFFERENTIAL_SEED the seed, and
FIRESTORE_EMULATOR_JAR the path of Google's emulator if it is not where Debian's package installs it. Each case depends
only on the seed and its number. Each difference belongs to a class; KNOWN lists the classes that do not fail the test.
"""

import collections
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import threading
import unittest

import grpc
from google.cloud.firestore_v1.types import firestore
from google.protobuf import empty_pb2, json_format, text_format

import firestore_cases
from firestore_cases import DATABASE, ROOT, Cases, Filter, Request, Value, Write
from google_jar import JAR, require_google_emulator
from isolated import VARIABLES, first_seed
from support import FIRESTORE, request as http_request

COUNT = int(os.environ.get("TANE_DIFFERENTIAL", 500))
SEED = first_seed("TANE_DIFFERENTIAL_SEED", "TANE_DIFFERENTIAL")
MAIN = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"
STREAMS = {"RunQuery", "RunAggregationQuery", "BatchGetDocuments"}
# The methods that some cases call over REST, with their verbs.
VERBS = {"RunQuery": "runQuery", "RunAggregationQuery": "runAggregationQuery", "BatchGetDocuments": "batchGet"}

CODES = {code.value[0]: code.name for code in grpc.StatusCode}

# The differences that do not fail the test: a pattern for the names of their classes, and the reason.
KNOWN = [
    (
        r"accepted wrongly: read .*value for … is too large to be used in a query",
        "Firestore truncates long values in indexes; only Google's emulator rejects them in filters.",
    ),
    (
        r"refused wrongly: write .*is N bytes (long|in size); up to N are allowed",
        "Google's emulator accepts documents slightly above the documented limit.",
    ),
    (
        r"accepted wrongly: read UNKNOWN|other error: read .* instead of UNKNOWN",
        "Google's emulator fails: lists ordered by __name__ and six aggregations.",
    ),
    (
        r"instead of FAILED_PRECONDITION (Firestore does not support descending key scans|collection group queries are only allowed if)",
        "Tane rejects every invalid query with INVALID_ARGUMENT.",
    ),
    (
        r"refused wrongly: write .*The reference … belongs to a different project",
        "References must use the same project, as the guide says.",
    ),
    (
        r"ListDocuments .*mask, .*show_missing|refused wrongly: read .*The pageSize must not be negative",
        "With showMissing, Google's emulator ignores the mask and the page size.",
    ),
    (
        r"refused wrongly: read .*A composite filter has no filters",
        "The reference of the API requires a filter.",
    ),
    (
        r"refused wrongly: write .*(of a field|The identifier|The field|A field name is empty)|other error: write INVALID_ARGUMENT instead of (NOT_FOUND|ALREADY_EXISTS|FAILED_PRECONDITION)",
        "Tane checks values first, also those that a mask leaves out, and the names of transformed fields.",
    ),
    (
        r"accepted wrongly: read .*([Vv]ector|field name … is reserved)",
        "A filter with a value that no document can hold matches nothing.",
    ),
    (
        r"accepted wrongly: read .*This query requires an index that has fields",
        "Not yet: sums and averages beside an equality on __name__.",
    ),
    (
        r"refused wrongly: read .*A query of all collections or of a group .* can only be ordered",
        "Not yet: sums and averages over all collections.",
    ),
]


@contextlib.contextmanager
def google_emulator():
    """Runs Google's emulator, and yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "127.0.0.1:%d" % free.getsockname()[1]
    command = ["java", "-Duser.language=en", "-cp", str(JAR), MAIN, "--host=127.0.0.1", f"--port={address.split(':')[1]}"]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=VARIABLES
    )
    try:
        for line in process.stdout:
            if "is now running" in line:
                break
        else:
            raise AssertionError("Google's emulator did not start")
        threading.Thread(target=lambda: collections.deque(process.stdout, 0), daemon=True).start()
        yield address
    finally:
        process.kill()
        process.wait()


@dataclasses.dataclass
class Answer:
    """The status of a response, its message if it is an error, and its content as lines."""

    status: str
    message: str = ""
    lines: list = dataclasses.field(default_factory=list)


class Server:
    """One of the two emulators."""

    def __init__(self, address):
        self.address = address
        self.channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", -1)])
        self.times = {}

    def send(self, method, message, over_rest=False):
        """Sends a request, and returns the status, the error message and the responses."""
        if over_rest:
            return self.send_over_rest(method, message)
        is_stream, name = method in STREAMS, f"/google.firestore.v1.Firestore/{method}"
        open_call = self.channel.unary_stream if is_stream else self.channel.unary_unary
        call = open_call(name, type(message).SerializeToString, response_type(method).FromString)
        try:
            answer = call(message, timeout=60, metadata=[("authorization", "Bearer owner")])
            return "OK", "", list(answer) if is_stream else [answer]
        except grpc.RpcError as error:
            return error.code().name, error.details(), []

    def send_over_rest(self, method, message):
        body = json_format.MessageToDict(message)
        target = body.pop("parent", None) or f"{body.pop('database')}/documents"
        answer = http_request("POST", self.address, f"/v1/{target}:{VERBS[method]}", body)
        elements = answer.json if isinstance(answer.json, list) else [answer.json]
        if answer.status != 200:
            return elements[0]["error"]["status"], elements[0]["error"].get("message", ""), []
        return "OK", "", [json_format.ParseDict(one, response_type(method)(), ignore_unknown_fields=True) for one in elements]

    def answer(self, method, message, over_rest=False):
        """Returns the answer to a request; all pages of a list are read, because servers choose the size of a page."""
        status, text, responses = self.send(method, message, over_rest)
        answer = Answer(status, text, [line for one in responses for line in lines(method, one)])
        token = responses[0].next_page_token if status == "OK" and method.startswith("List") else ""
        if token:
            message = copied(message)
            message.page_token = token
            rest = self.answer(method, message)
            return Answer(rest.status, rest.message, answer.lines + rest.lines)
        if method == "BatchGetDocuments":
            answer.lines.sort()
        if method == "BatchWrite" and responses and len(message.writes) == 1 and responses[0].status[0].code:
            failure = responses[0].status[0]
            return Answer(CODES[failure.code], failure.message)
        return answer

    def changed(self, method, message):
        """Returns the answer to a write, after replacing placeholders with the documents' update times."""
        own = copied(message)
        for one in getattr(own, "writes", [own]):
            has_precondition = "current_document" in one.DESCRIPTOR.fields_by_name
            if has_precondition and one.current_document.update_time.seconds == 1 and written(one) in self.times:
                one.current_document.update_time.CopyFrom(self.times[written(one)])
        return self.answer(method, own)

    def store(self, writes):
        """Commits writes that must succeed, records their update times, and returns the commit time."""
        status, text, responses = self.send("Commit", Request["Commit"](database=DATABASE, writes=writes))
        assert status == "OK", (self.address, text)
        results = responses[0].write_results
        self.times |= {written(one): result.update_time for one, result in zip(writes, results)}
        return responses[0].commit_time


def written(message):
    """Returns the name of the document that a write or a request changes."""
    if isinstance(message, Write):
        return message.update.name or message.delete or message.transform.document
    return getattr(message, "name", "") or message.document.name


def response_type(method):
    if method in ("Rollback", "DeleteDocument"):
        return empty_pb2.Empty
    if method in ("GetDocument", "CreateDocument", "UpdateDocument"):
        return firestore_cases.Document
    return getattr(firestore, f"{method}Response").pb()


# Responses as lines, without parts that differ between servers.


def short(text):
    if len(text) <= 300:
        return text
    return f"{text[:40]}… ({len(text)} characters, {hashlib.sha256(text.encode()).hexdigest()[:8]})"


def shown(value):
    """Returns a value as text; only equal values have equal texts."""
    kind = value.WhichOneof("value_type")
    match kind:
        case "map_value":
            return shown_fields(value.map_value.fields)
        case "array_value":
            return "[" + ", ".join(map(shown, value.array_value.values)) + "]"
        case "timestamp_value":
            time = value.timestamp_value
            # A time around this run is the time of a request.
            is_now = 1_780_000_000 < time.seconds < 2_000_000_000
            return "now" if is_now and time.nanos % 1_000_000 == 0 else f"@{time.seconds}.{time.nanos:09}"
        case "geo_point_value":
            return f"({value.geo_point_value.latitude}, {value.geo_point_value.longitude})"
        case "reference_value":
            return f"&{value.reference_value.removeprefix(ROOT)}"
        case None:
            return "nothing"
        case "null_value":
            return "null"
    return short(repr(getattr(value, kind)))


def shown_fields(fields):
    return "{" + ", ".join(f"{short(name)}: {shown(fields[name])}" for name in sorted(fields)) + "}"


def shown_document(document):
    times = "new" if document.create_time == document.update_time else "changed"
    fields = shown_fields(document.fields) if document.HasField("update_time") else "missing"
    return f"{document.name.removeprefix(ROOT)} {fields} {times}"


def lines(method, response):
    match method:
        case "RunQuery":
            return [shown_document(response.document)] if response.HasField("document") else []
        case "RunAggregationQuery":
            fields = response.result.aggregate_fields
            return [shown_fields(fields)] if response.HasField("result") else []
        case "BatchGetDocuments":
            return [shown_document(response.found) if response.HasField("found") else response.missing]
        case "ListDocuments":
            return [shown_document(one) for one in response.documents]
        case "ListCollectionIds":
            return list(response.collection_ids)
        case "Commit":
            return [
                f"{'new' if one.update_time == response.commit_time else 'kept' if one.HasField('update_time') else 'none'}"
                f" {', '.join(map(shown, one.transform_results))}"
                for one in response.write_results
            ]
        case "BatchWrite":
            results = zip(response.status, response.write_results)
            return [f"{status.code} {', '.join(map(shown, one.transform_results))}" for status, one in results]
        case "GetDocument" | "CreateDocument" | "UpdateDocument":
            return [shown_document(response)]
    return []


# Differences.


@dataclasses.dataclass
class Difference:
    """A class of differences with an example: a request as text, and the answers of both servers."""

    kind: str
    cause: str
    text: str = ""

    @property
    def name(self):
        return f"{self.kind}: {self.cause}"


def general(message):
    """Returns an error's message without names and numbers."""
    message = re.sub(r'"[^"]*"|\'[^\']*\'|`[^`]*`|\[[^\]]*\]|projects/\S*|[cdwm]/\S*', "…", message.split("\n")[0])
    message = re.sub(r"(value for|property|fields|filter:|filter on|The field) (m\.)?([abcmxy…]|missing|odd field|__\w+__)…?(?!\w)", r"\1 …", message)
    return re.sub(r"-?\d[\d,.]*", "N", message)[:140]


def compared(ours, googles, method):
    """Returns the difference between two answers, or None if they are equivalent."""
    if ours.status == googles.status == "OK":
        return None if ours.lines == googles.lines else Difference("wrong answer", method)
    area = "read" if method.startswith(("Run", "BatchGet", "List", "Get")) else "write"
    if ours.status == "OK":
        return Difference("accepted wrongly", f"{area} {googles.status} {general(googles.message)}")
    if googles.status == "OK":
        return Difference("refused wrongly", f"{area} {ours.status} {general(ours.message)}")
    if ours.status != googles.status:
        return Difference("other error", f"{area} {ours.status} instead of {googles.status} {general(googles.message)}")
    return Difference("message only", method) if ours.message != googles.message else None


def reductions(message):
    """Yields copies of a message without some of its parts."""
    if isinstance(message, Filter) and message.HasField("composite_filter"):
        yield from message.composite_filter.filters
    for field, value in message.ListFields():
        if field.name in ("parent", "database", "field_path", "op", "name", "from_", "field", "document", "delete", "verify"):
            continue
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for key in value:
                smaller = copied(message)
                del getattr(smaller, field.name)[key]
                yield smaller
        elif isinstance(value, (str, bytes, int, float)):
            yield copied(message, without=field.name)
        elif hasattr(value, "ListFields"):
            if field.name != "structured_query":
                yield copied(message, without=field.name)
            for part in reductions(value):
                smaller = copied(message)
                getattr(smaller, field.name).CopyFrom(part)
                yield smaller
        else:
            yield from shorter(message, field, value)


def shorter(message, field, values):
    for index, value in enumerate(values):
        smaller = copied(message)
        del getattr(smaller, field.name)[index]
        yield smaller
        for part in reductions(value) if field.message_type is not None else []:
            smaller = copied(message)
            getattr(smaller, field.name)[index].CopyFrom(part)
            yield smaller


def copied(message, without=None):
    copy = type(message)()
    copy.CopyFrom(message)
    if without:
        copy.ClearField(without)
    return copy


def smallest(message, differs, attempts=400):
    """Returns the smallest variant of a message that still differs."""
    while attempts:
        for smaller in reductions(message):
            attempts -= 1
            if not attempts or differs(smaller):
                break
        else:
            return message
        if attempts:
            message = smaller
    return message


def shape(message):
    """Returns the parts of a message, without the values of fields."""
    parts = set()
    for field, value in message.ListFields():
        if isinstance(message, Value):
            parts.add(kind_of(message))
        elif field.enum_type is not None and field.name != "null_value":
            parts.add(field.enum_type.values_by_number[value].name if value in field.enum_type.values_by_number else "?")
        elif field.name in ("filters", "field", "parent", "database", "where", "field_filter", "composite_filter", "from_", "value", "structured_query", "structured_aggregation_query", "collection_id"):
            pass
        elif field.name == "field_path":
            parts.add(value) if "__name__" in value else None
            continue
        else:
            parts.add(field.name)
        if hasattr(value, "ListFields"):
            parts |= shape(value)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value:
                parts |= shape(one)
    return parts


def kind_of(value):
    kind = value.WhichOneof("value_type") or "nothing"
    number = value.double_value
    return "NaN" if number != number else "vector" if "__type__" in value.map_value.fields else kind.removesuffix("_value")


def as_text(message):
    return short_texts(text_format.MessageToString(message, as_one_line=True, as_utf8=True))


def short_texts(text):
    text = re.sub(r'"(x{20,})"', lambda match: f'"x" * {len(match[1])}', text)
    return text.replace(ROOT, "ROOT").replace(DATABASE, "DATABASE")


class Report:
    """The differences of a run, by class."""

    def __init__(self):
        self.counts = collections.Counter()
        self.examples = {}

    def add(self, difference):
        if difference is None:
            return
        self.counts[difference.name] += 1
        self.examples.setdefault(difference.name, difference.text)

    def unknown(self):
        return [name for name in self.counts if reason(name) is None]

    def text(self, names):
        return "\n\n".join(f"{self.counts[name]} × {name}\n{self.examples[name]}" for name in names)

    def save(self, path):
        names = [name for name, _ in self.counts.most_common()]
        path.write_text(f"Seed {SEED}\n\n{self.text(names)}\n")


def reason(name):
    """Returns the reason for a known class of differences, or None."""
    if name.startswith("message only: "):
        return "The messages of errors are Tane's own."
    return next((reason for pattern, reason in KNOWN if re.search(pattern, name)), None)


class Differential(unittest.TestCase):
    """Compares the answers to all requests of a run."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        require_google_emulator("nothing was compared")
        cls.google = Server(cls.enterClassContext(google_emulator()))
        cls.ours = Server(FIRESTORE)
        cls.servers = [cls.ours, cls.google]
        for server in cls.servers:
            cls.addClassCleanup(server.channel.close)

    def setUp(self):
        self.report = Report()
        for server in self.servers:
            http_request("DELETE", server.address, f"/emulator/v1/{ROOT}")

    def finish(self):
        """Fails if there are unknown classes of differences."""
        if folder := os.environ.get("TANE_DIFFERENTIAL_REPORTS"):
            self.report.save(pathlib.Path(folder) / f"{self._testMethodName}.txt")
        unknown = self.report.unknown()
        if unknown:
            self.fail(f"TANE_DIFFERENTIAL_SEED={SEED} TANE_DIFFERENTIAL={COUNT}\n\n{self.report.text(unknown)}")

    def differ(self, ask, message, method):
        """Compares the answers of both servers; examples of unknown differences are minimized."""
        answers = [ask(server, message) for server in self.servers]
        difference = compared(*answers, method)
        if difference is None or difference.kind == "message only" or reason(difference.name):
            return difference
        known = self.report.counts[difference.name]
        if known < (200 if difference.kind == "wrong answer" else 1):
            def differs(smaller):
                other = compared(*[ask(server, smaller) for server in self.servers], method)
                return other is not None and other.name == difference.name

            message = smallest(message, differs)
            answers = [ask(server, message) for server in self.servers]
        if difference.kind == "wrong answer":
            difference.cause += f" {', '.join(sorted(shape(message)))}"
        shown = ["\n".join(self.only(answers, index)) for index in range(2)]
        difference.text = f"{method} {as_text(message)}\n  Tane:   {shown[0]}\n  Google: {shown[1]}"
        return difference

    @staticmethod
    def only(answers, index):
        """Returns the lines of an answer that the other one lacks, or all lines if only their order differs."""
        answer, other = answers[index], answers[1 - index]
        if answer.status != "OK":
            return [f"{answer.status} {short(answer.message)}"]
        lines = [short(line) for line in answer.lines if line not in other.lines or other.status != "OK"]
        if sorted(answer.lines) == sorted(other.lines):
            lines = [line.split(" ")[0] for line in answer.lines]
        return [f"{len(answer.lines)} lines", *lines[:3]]

    def test_reads(self):
        for server in self.servers:
            server.store([Write(update=one) for one in Cases(SEED).documents()])
        for number in range(COUNT):
            cases = Cases(f"{SEED}/{number}")
            method, message = cases.read()
            over_rest = method in VERBS and cases.often(0.1) and is_json(message)

            def ask(server, message):
                return server.answer(method, message, over_rest)

            self.report.add(self.differ(ask, message, f"{method} over REST" if over_rest else method))
        self.finish()

    def test_commits(self):
        names = [f"{ROOT}/w/{id}" for id in ["a", "b", "none"]]
        listing = Request["ListDocuments"](parent=ROOT, collection_id="w")
        for number in range(COUNT // 5):
            cases = Cases(f"{SEED}/commit/{number}")
            documents = [firestore_cases.Document(name=name, fields=cases.fields()) for name in names[:2]]
            method, message = cases.change(names[:2], names[2])

            def ask(server, message):
                server.store([Write(delete=name) for name in names])
                server.store([Write(update=one) for one in documents])
                server.times[names[2]] = server.times[names[0]]
                answer = server.changed(method, message)
                if answer.status == "OK":
                    answer.lines += server.answer("ListDocuments", listing).lines
                return answer

            self.report.add(self.differ(ask, message, method))
        self.finish()

    def test_transactions(self):
        for number in range(COUNT // 10):
            steps = Cases(f"{SEED}/transaction/{number}").transaction()
            answers = [run(server, steps) for server in self.servers]
            difference = compared(*[Answer("OK", "", [line for _, line in lines]) for lines in answers], "Transaction")
            if difference:
                pairs = [(step, ours, googles) for (step, ours), (_, googles) in zip(*answers)]
                first = next(index for index, (_, ours, googles) in enumerate(pairs) if ours != googles)
                difference.cause += f" {pairs[first][0]}"
                difference.text = f"{' → '.join(step for step, _, _ in pairs[: first + 1])}"
                difference.text += f"\n  Tane:   {pairs[first][1]}\n  Google: {pairs[first][2]}"
            self.report.add(difference)
        self.finish()


def run(server, steps):
    """Runs a transaction, and returns its steps with their results."""
    names = [f"{ROOT}/t/{id}" for id in "abc"]
    server.store([Write(delete=name) for name in names])
    times, transactions = [server.store([Write(update={"name": name}) for name in names[:2]])], []
    lines = []
    for step, kind, argument in steps:
        options = {}
        if kind == "write":
            times.append(server.store([argument]))
            lines.append((step, "written"))
            continue
        if kind == "begin":
            message = Request["BeginTransaction"](database=DATABASE, options=argument or {})
            if argument == {"read_only": {"read_time": {}}}:
                message.options.read_only.read_time.CopyFrom(times[-2:][0])
            status, _, responses = server.send("BeginTransaction", message)
            transactions += [one.transaction for one in responses]
            lines.append((step, status))
            continue
        message = copied(argument)
        if "earlier" in step:
            message.read_time.CopyFrom(times[-2:][0])
        elif transactions and "without" not in step:
            message.transaction = transactions[-1]
        answer = server.answer(kind, message)
        lines.append((step, f"{answer.status} {answer.lines}"))
    return lines


def is_json(message):
    """Returns true if a message can be sent as JSON."""
    try:
        json.dumps(json_format.MessageToDict(message))
    except (ValueError, json_format.Error):
        return False
    return True


if __name__ == "__main__":
    unittest.main()
