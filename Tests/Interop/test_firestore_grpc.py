"""Firestore over gRPC: listeners of Google's library, and the streams of apps, message by message."""

import asyncio
import queue
import threading
import unittest

import grpc
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter
from google.cloud.firestore_v1.types import document as documents
from google.cloud.firestore_v1.types import firestore as messages
from google.cloud.firestore_v1.types import query as queries
from google.cloud.firestore_v1.types import write as writes
from google.rpc import status_pb2

from support import DEADLINE, FIRESTORE, firestore_client, request, unique

SERVICE = "/google.firestore.v1.Firestore/"
NO_CHANGE, ADD, REMOVE, CURRENT = range(4)


class Stream:
    """A bidirectional stream, as used by apps."""

    def __init__(self, channel, method, request, response):
        self._sent = queue.Queue()
        call = channel.stream_stream(
            SERVICE + method,
            request_serializer=request.serialize,
            response_deserializer=response.deserialize,
        )
        self.call = call(iter(self._sent.get, None), timeout=DEADLINE)

    def send(self, message):
        self._sent.put(message)

    def next(self):
        return next(self.call)

    def end(self):
        """Ends the requests, and returns the remaining messages of the server."""
        self._sent.put(None)
        return [message for message in self.call]


class StreamTest(unittest.TestCase):
    def setUp(self):
        self.project = unique("project")
        self.database = f"projects/{self.project}/databases/(default)"
        self.root = f"{self.database}/documents"
        self.client = firestore_client(self.project)
        self.documents = self.client.collection("c")
        self.channel = self.connect()

    def connect(self):
        channel = grpc.insecure_channel(FIRESTORE)
        self.addCleanup(channel.close)
        return channel


class Listen(StreamTest):
    def listen(self):
        stream = Stream(
            self.channel, "Listen", messages.ListenRequest, messages.ListenResponse
        )
        self.addCleanup(stream.call.cancel)
        return stream

    def add(self, stream, target_id, query=None, names=None, **options):
        target = messages.Target(target_id=target_id, **options)
        if names is None:
            source = queries.StructuredQuery.CollectionSelector(collection_id="c")
            target.query = messages.Target.QueryTarget(
                parent=self.root,
                structured_query=query or queries.StructuredQuery(from_=[source]),
            )
        else:
            target.documents = messages.Target.DocumentsTarget(
                documents=[f"{self.root}/c/{name}" for name in names]
            )
        stream.send(messages.ListenRequest(database=self.database, add_target=target))

    def heard(self, stream):
        """Returns the messages up to a snapshot as lines, with the snapshot's token and time."""
        lines = []
        while True:
            message = stream.next()
            kind = messages.ListenResponse.pb(message).WhichOneof("response_type")
            if kind == "target_change":
                change = message.target_change
                kind = change.target_change_type.name
                if kind == "NO_CHANGE" and not change.target_ids:
                    return lines, change.resume_token, change.read_time
                lines.append((kind, list(change.target_ids)))
            elif kind == "document_change":
                change = message.document_change
                name = change.document.name.rsplit("/", 1)[1]
                lines.append((name, list(change.target_ids), list(change.removed_target_ids)))
            elif kind == "filter":
                lines.append(("filter", message.filter.target_id, message.filter.count))
            else:
                change = getattr(message, kind)
                lines.append((kind, change.document.rsplit("/", 1)[1], list(change.removed_target_ids)))

    def test_an_app_listens_reconnects_and_goes_on(self):
        self.documents.document("a").set({"n": 1})
        stream = self.listen()
        self.add(stream, 2)
        lines, token, _ = self.heard(stream)
        self.assertEqual(lines, [("ADD", [2]), ("a", [2], []), ("CURRENT", [2])])
        self.documents.document("b").set({"n": 2})
        lines, token, first = self.heard(stream)
        self.assertEqual(lines, [("b", [2], [])])
        # The connection breaks, while other clients continue to write.
        stream.call.cancel()
        self.documents.document("b").update({"n": 3})
        self.documents.document("a").delete()
        self.channel = self.connect()
        stream = self.listen()
        self.add(stream, 2, resume_token=token, expected_count=2)
        lines, token, second = self.heard(stream)
        self.assertEqual(
            lines, [("ADD", [2]), ("b", [2], []), ("filter", 2, 1), ("CURRENT", [2])]
        )
        self.assertGreater(second, first)
        # The count differs from the app's, so the app removes the target and adds it again.
        stream.send(messages.ListenRequest(database=self.database, remove_target=2))
        self.add(stream, 2)
        lines, token, _ = self.heard(stream)
        self.assertEqual(
            lines, [("REMOVE", [2]), ("ADD", [2]), ("b", [2], []), ("CURRENT", [2])]
        )

    def test_documents_and_queries_on_one_stream_have_one_snapshot(self):
        stream = self.listen()
        self.add(stream, 2)
        self.heard(stream)
        self.add(stream, 4, names=["a"])
        lines, _, _ = self.heard(stream)
        self.assertEqual(lines, [("ADD", [4]), ("document_delete", "a", [4]), ("CURRENT", [4])])
        batch = self.client.batch()
        batch.set(self.documents.document("a"), {"n": 1})
        batch.set(self.documents.document("b"), {"n": 1})
        commit = batch.commit()
        lines, _, time = self.heard(stream)
        self.assertEqual(lines, [("a", [2, 4], []), ("b", [2], [])])
        self.assertGreaterEqual(time, commit[0].update_time)

    def test_a_target_that_cannot_be_is_removed_with_the_cause(self):
        stream = self.listen()
        self.add(stream, 2, query=queries.StructuredQuery(offset=-1))
        change = stream.next().target_change
        self.assertEqual((change.target_change_type, change.target_ids), (REMOVE, [2]))
        self.assertEqual((change.cause.code, change.cause.message), (3, "The offset is -1; it must not be negative."))

    def test_a_database_that_is_not_there(self):
        stream = self.listen()
        stream.send(messages.ListenRequest(database="nothing", remove_target=1))
        with self.assertRaises(grpc.RpcError) as caught:
            stream.next()
        self.assertEqual(caught.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)

    def test_many_streams_of_one_connection_hear_of_one_write(self):
        streams = [self.listen() for _ in range(100)]
        for stream in streams:
            self.add(stream, 2)
        for stream in streams:
            self.heard(stream)
        self.documents.document("a").set({"n": 1})
        for stream in streams:
            self.assertEqual(self.heard(stream)[0], [("a", [2], [])])


class Write(StreamTest):
    def write(self):
        stream = Stream(self.channel, "Write", messages.WriteRequest, messages.WriteResponse)
        self.addCleanup(stream.call.cancel)
        return stream

    def set(self, name, number, token, **precondition):
        fields = {"n": documents.Value(integer_value=number)}
        document = documents.Document(name=f"{self.root}/c/{name}", fields=fields)
        write = writes.Write(update=document, **precondition)
        return messages.WriteRequest(writes=[write], stream_token=token)

    def test_an_app_shakes_hands_and_writes(self):
        stream = self.write()
        stream.send(messages.WriteRequest(database=self.database))
        hello = stream.next()
        self.assertTrue(hello.stream_token)
        self.assertEqual(len(hello.write_results), 0)
        stream.send(self.set("a", 1, hello.stream_token))
        answer = stream.next()
        self.assertEqual(len(answer.write_results), 1)
        self.assertEqual(answer.commit_time, answer.write_results[0].update_time)
        stream.send(self.set("a", 2, answer.stream_token))
        self.assertNotEqual(stream.next().stream_token, answer.stream_token)
        self.assertEqual(stream.end(), [])
        self.assertEqual(stream.call.code(), grpc.StatusCode.OK)
        self.assertEqual(self.documents.document("a").get().to_dict(), {"n": 2})

    def test_what_is_refused_ends_the_stream_and_the_next_one_goes_on(self):
        stream = self.write()
        stream.send(messages.WriteRequest(database=self.database))
        token = stream.next().stream_token
        missing = {"current_document": {"exists": True}}
        stream.send(self.set("none", 1, token, **missing))
        with self.assertRaises(grpc.RpcError) as caught:
            stream.next()
        self.assertEqual(caught.exception.code(), grpc.StatusCode.NOT_FOUND)
        stream = self.write()
        stream.send(messages.WriteRequest(database=self.database))
        stream.send(self.set("a", 1, stream.next().stream_token))
        self.assertEqual(len(stream.next().write_results), 1)

    def test_an_app_hears_its_own_write(self):
        """A write is acknowledged, and a snapshot of its commit time or later follows."""
        listen = Stream(self.channel, "Listen", messages.ListenRequest, messages.ListenResponse)
        self.addCleanup(listen.call.cancel)
        target = messages.Target(target_id=2)
        target.documents = messages.Target.DocumentsTarget(documents=[f"{self.root}/c/a"])
        listen.send(messages.ListenRequest(database=self.database, add_target=target))
        stream = self.write()
        stream.send(messages.WriteRequest(database=self.database))
        stream.send(self.set("a", 1, stream.next().stream_token))
        commit_time = stream.next().commit_time
        while True:
            change = listen.next().target_change
            if change.read_time and change.read_time >= commit_time:
                break


class Snapshots(StreamTest):
    """The listeners of Google's library."""

    def watch(self, watched):
        heard = queue.Queue()

        def hear(found, changes, time):
            heard.put(
                (
                    [(one.id, one.to_dict()) for one in found],
                    [(one.type.name, one.document.id) for one in changes],
                )
            )

        watch = watched.on_snapshot(hear)
        self.addCleanup(watch.unsubscribe)
        return lambda: heard.get(timeout=DEADLINE)

    def test_of_a_query(self):
        self.documents.document("a").set({"n": 1})
        heard = self.watch(self.documents.where(filter=FieldFilter("n", "<", 5)).order_by("n"))
        self.assertEqual(heard(), ([("a", {"n": 1})], [("ADDED", "a")]))
        self.documents.document("b").set({"n": 0})
        self.assertEqual(heard(), ([("b", {"n": 0}), ("a", {"n": 1})], [("ADDED", "b")]))
        self.documents.document("b").set({"n": 3})
        self.assertEqual(heard(), ([("a", {"n": 1}), ("b", {"n": 3})], [("MODIFIED", "b")]))
        self.documents.document("a").set({"n": 5})
        self.assertEqual(heard(), ([("b", {"n": 3})], [("REMOVED", "a")]))
        self.documents.document("b").delete()
        self.assertEqual(heard(), ([], [("REMOVED", "b")]))

    def test_of_a_document(self):
        document = self.documents.document("a")
        document.set({"n": 1})
        heard = self.watch(document)
        self.assertEqual(heard()[0], [("a", {"n": 1})])
        document.update({"n": firestore.Increment(1)})
        self.assertEqual(heard()[0], [("a", {"n": 2})])

    def test_of_a_limit_and_a_collection_group(self):
        limited = self.watch(self.documents.order_by("n").limit(1))
        self.assertEqual(limited(), ([], []))
        group = self.watch(self.client.collection_group("c"))
        self.assertEqual(group(), ([], []))
        self.documents.document("b").set({"n": 2})
        self.assertEqual(limited()[1], [("ADDED", "b")])
        self.assertEqual(group()[1], [("ADDED", "b")])
        self.documents.document("a").set({"n": 1})
        self.assertEqual(limited()[0], [("a", {"n": 1})])
        self.assertEqual(group()[1], [("ADDED", "a")])
        self.client.document("x/y/c/z").set({"n": 3})
        self.assertEqual(group()[1], [("ADDED", "z")])

    def test_writes_over_rest_and_clearing_are_heard(self):
        heard = self.watch(self.documents)
        self.assertEqual(heard(), ([], []))
        answer = request(
            "PATCH", FIRESTORE, f"/v1/{self.root}/c/a", {"fields": {"n": {"integerValue": 7}}}
        )
        self.assertEqual(answer.status, 200)
        self.assertEqual(heard(), ([("a", {"n": 7})], [("ADDED", "a")]))
        request("DELETE", FIRESTORE, f"/emulator/v1/{self.root}")
        self.assertEqual(heard(), ([], [("REMOVED", "a")]))


class Convergence(StreamTest):
    def test_three_clients_with_transactions_and_listeners_agree_with_the_server(self):
        clients = [firestore_client(self.project) for _ in range(3)]
        seen = [{} for _ in clients]
        done = [threading.Event() for _ in clients]
        for index, client in enumerate(clients):
            def hear(found, changes, time, index=index):
                seen[index] = {one.id: one.to_dict() for one in found}
                if "end" in seen[index]:
                    done[index].set()

            watch = client.collection("c").on_snapshot(hear)
            self.addCleanup(watch.unsubscribe)
        counter = self.documents.document("counter")
        counter.set({"n": 0})

        def work(client, index):
            @firestore.transactional
            def count(transaction):
                document = client.document("c/counter")
                number = document.get(transaction=transaction).get("n")
                transaction.update(document, {"n": number + 1})

            for step in range(10):
                count(client.transaction(max_attempts=100))
                document = client.document(f"c/{(step * 7 + index) % 5}")
                document.delete() if step % 4 == 3 else document.set({"by": index, "n": step})

        threads = [
            threading.Thread(target=work, args=(client, index))
            for index, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.documents.document("end").set({})
        for event in done:
            self.assertTrue(event.wait(DEADLINE))
        server = {one.id: one.to_dict() for one in self.documents.stream()}
        self.assertEqual(server["counter"], {"n": 30})
        self.assertEqual(seen, [server] * 3)


class AsyncClient(StreamTest):
    def test_reads_writes_transactions_and_bulk(self):
        async def run():
            client = firestore.AsyncClient(project=self.project, credentials=AnonymousCredentials())
            collection = client.collection("c")
            await collection.document("a").set({"n": 1})

            @firestore.async_transactional
            async def count(transaction):
                found = await collection.document("a").get(transaction=transaction)
                transaction.update(collection.document("a"), {"n": found.get("n") + 1})

            await count(client.transaction())
            batch = client.batch()
            batch.set(collection.document("b"), {"n": 5})
            await batch.commit()
            found = {one.id: one.to_dict() async for one in collection.order_by("n").stream()}
            counted = await collection.count().get()
            names = [one.id async for one in client.collections()]
            client.close()
            return found, counted[0][0].value, names

        self.assertEqual(
            asyncio.run(run()), ({"a": {"n": 2}, "b": {"n": 5}}, 2, ["c"])
        )


class Methods(StreamTest):
    """Methods of the library's generated client that its own classes do not call."""

    def setUp(self):
        super().setUp()
        self.api = self.client._firestore_api

    def test_single_documents(self):
        made = self.api.create_document(
            {
                "parent": self.root,
                "collection_id": "c",
                "document_id": "a",
                "document": {"fields": {"n": {"integer_value": 1}, "m": {"integer_value": 2}}},
            }
        )
        self.assertEqual(made.name, f"{self.root}/c/a")
        changed = self.api.update_document(
            {
                "document": {"name": made.name, "fields": {"n": {"integer_value": 3}}},
                "update_mask": {"field_paths": ["n"]},
                "mask": {"field_paths": ["n"]},
            }
        )
        self.assertEqual({name: value.integer_value for name, value in changed.fields.items()}, {"n": 3})
        found = self.api.get_document({"name": made.name})
        self.assertEqual(found.fields["m"].integer_value, 2)
        self.api.delete_document({"name": made.name, "current_document": {"exists": True}})
        with self.assertRaises(exceptions.NotFound):
            self.api.get_document({"name": made.name})
        with self.assertRaises(exceptions.NotFound):
            self.api.delete_document({"name": made.name, "current_document": {"exists": True}})

    def test_pages(self):
        for number in range(5):
            self.documents.document(str(number)).set({"n": number})
        pages = self.api.list_documents(
            {"parent": self.root, "collection_id": "c", "page_size": 2, "order_by": "n desc"}
        ).pages
        found = [[one.name[-1] for one in page.documents] for page in pages]
        self.assertEqual(found, [["4", "3"], ["2", "1"], ["0"]])

    def test_batch_write_tells_each_status(self):
        answer = self.api.batch_write(
            {
                "database": self.database,
                "writes": [
                    {"update": {"name": f"{self.root}/c/a"}},
                    {
                        "update": {"name": f"{self.root}/c/none"},
                        "current_document": {"exists": True},
                    },
                ],
            }
        )
        self.assertEqual([one.code for one in answer.status], [0, 5])

    def test_partitions_and_transactions_that_are_given_up(self):
        query = queries.StructuredQuery(
            from_=[queries.StructuredQuery.CollectionSelector(collection_id="c", all_descendants=True)]
        )
        found = self.api.partition_query(
            {"parent": self.root, "structured_query": query, "partition_count": 3}
        )
        self.assertEqual(list(found), [])
        begun = self.api.begin_transaction({"database": self.database})
        self.api.rollback({"database": self.database, "transaction": begun.transaction})
        with self.assertRaises(exceptions.InvalidArgument):
            self.api.commit({"database": self.database, "transaction": begun.transaction})

    def test_what_is_not_served_says_so(self):
        call = self.channel.unary_unary(SERVICE + "ExecutePipeline")
        with self.assertRaises(grpc.RpcError) as caught:
            call(b"", timeout=DEADLINE)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.UNIMPLEMENTED)
        self.assertEqual(
            caught.exception.details(),
            "The method google.firestore.v1.Firestore/ExecutePipeline is not served over gRPC.",
        )
        details = dict(caught.exception.trailing_metadata())["grpc-status-details-bin"]
        self.assertEqual(status_pb2.Status.FromString(details).code, 12)

    def test_what_cannot_be_read_is_refused(self):
        commit = self.channel.unary_unary(SERVICE + "Commit")
        for name, call, code in [
            ("no message", lambda: commit(b"\xff", timeout=DEADLINE), "INVALID_ARGUMENT"),
            ("too large", lambda: commit(bytes(11 << 20), timeout=DEADLINE), "INVALID_ARGUMENT"),
            (
                "compressed",
                lambda: commit(bytes(1000), timeout=DEADLINE, compression=grpc.Compression.Gzip),
                "UNIMPLEMENTED",
            ),
            (
                "a page of another site",
                lambda: commit(b"", timeout=DEADLINE, metadata=[("origin", "https://x.example")]),
                "PERMISSION_DENIED",
            ),
        ]:
            with self.subTest(name):
                with self.assertRaises(grpc.RpcError) as caught:
                    call()
                self.assertEqual(caught.exception.code().name, code)
        # Other calls are answered on the same connection.
        self.assertFalse(self.documents.document("a").get().exists)

    def test_more_messages_than_a_method_reads_hold_nothing_up(self):
        """A server that waited for the messages to be read would not end after all tests."""
        call = self.channel.stream_unary(SERVICE + "Commit")
        with self.assertRaises(grpc.RpcError) as caught:
            call((b"\xff" + bytes(9 << 20) for _ in range(3)), timeout=DEADLINE)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)

    def test_hosts(self):
        for host, answers in [("10.0.2.2:8080", True), ("evil.example", False)]:
            with self.subTest(host), grpc.insecure_channel(
                FIRESTORE, options=[("grpc.default_authority", host)]
            ) as channel:
                call = channel.unary_unary(SERVICE + "BeginTransaction")
                begin = messages.BeginTransactionRequest(database=self.database)
                bytes_ = messages.BeginTransactionRequest.serialize(begin)
                if answers:
                    self.assertTrue(call(bytes_, timeout=DEADLINE))
                    continue
                with self.assertRaises(grpc.RpcError) as caught:
                    call(bytes_, timeout=DEADLINE)
                self.assertEqual(caught.exception.code(), grpc.StatusCode.PERMISSION_DENIED)
                self.assertIn('requests for the host "evil.example" are not accepted', caught.exception.details())

    def test_the_web_sdk_is_told_that_its_channel_is_not_served(self):
        answer = request("GET", FIRESTORE, "/google.firestore.v1.Firestore/Listen/channel?VER=8")
        self.assertEqual((answer.status, answer.json["error"]["status"]), (501, "UNIMPLEMENTED"))
        self.assertIn("WebChannel", answer.json["error"]["message"])

    def test_large_documents_go_both_ways(self):
        text = "麺" * 300_000
        self.documents.document("a").set({"text": text})
        self.documents.document("b").set({"text": text})
        self.assertEqual([one.get("text") == text for one in self.documents.stream()], [True] * 2)


if __name__ == "__main__":
    unittest.main()
