"""Firestore with Google's library, over gRPC (its default) and over REST."""

import contextlib
import datetime
import math
import unittest
from unittest import mock

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import And, FieldFilter, Or
from google.cloud.firestore_v1.vector import Vector

from support import FIRESTORE, firestore_client, request, unique

TIME = datetime.datetime(2026, 1, 31, 12, 0, 0, 123456, tzinfo=datetime.timezone.utc)


@contextlib.contextmanager
def aborted_is_told_from_conflict():
    """Makes the library retry transactions over REST.

    It interprets every response with the status 409 as a conflict, but retries only aborted transactions; over gRPC,
    for which transactions were implemented, the two have different codes.
    """
    original = exceptions.from_http_response

    def told(response):
        error = original(response)
        answer = response.json()
        status = (answer[0] if isinstance(answer, list) else answer)["error"]["status"]
        return exceptions.Aborted(error.message) if status == "ABORTED" else error

    with mock.patch.object(exceptions, "from_http_response", told):
        yield


class FirestoreTest(unittest.TestCase):
    """Each test has its own project."""

    over_rest = False

    def setUp(self):
        self.client = self.connect()
        self.documents = self.client.collection("documents")

    def connect(self):
        client = firestore_client(unique("project"), self.over_rest)
        self.addCleanup(client._firestore_api.transport.close)
        return client

    def fill(self, documents):
        for name, fields in documents.items():
            self.documents.document(name).set(fields)


def ids(query):
    return [document.id for document in query.stream()]


class Documents(FirestoreTest):
    def test_values_of_all_kinds(self):
        values = {
            "text": "麺屋",
            "integer": -(2**63),
            "double": 1.5,
            "infinity": math.inf,
            "bytes": b"\x00\xff",
            "time": TIME,
            "none": None,
            "list": [1, "x", {"k": True}],
            "map": {"a.b": {"é": 1}, "`": "tick"},
            "place": firestore.GeoPoint(35.5, -139.25),
            "reference": self.documents.document("other"),
            "no list": [],
            "no map": {},
            "vector": Vector([1.0, -2.5]),
        }
        document = self.documents.document("all")
        document.set({**values, "nan": math.nan})
        found = document.get().to_dict()
        self.assertTrue(math.isnan(found.pop("nan")))
        self.assertEqual(found, values)

    def test_what_is_not_there(self):
        missing = self.documents.document("missing")
        self.assertFalse(missing.get().exists)
        with self.assertRaises(exceptions.NotFound):
            missing.update({"a": 1})
        missing.delete()

    def test_create_makes_no_document_twice(self):
        document = self.documents.document("once")
        document.create({"n": 1})
        with self.assertRaises(exceptions.Conflict):
            document.create({"n": 2})
        self.assertEqual(document.get().to_dict(), {"n": 1})

    def test_update_with_transforms(self):
        self.fill({"x": {"a": {"b": 1, "c": 2}, "n": 1, "l": [1, 2], "gone": True}})
        document = self.documents.document("x")
        document.update(
            {
                "a.b": 10,
                "n": firestore.Increment(2),
                "l": firestore.ArrayUnion([2, 3]),
                "gone": firestore.DELETE_FIELD,
                "at": firestore.SERVER_TIMESTAMP,
                "greatest": firestore.Maximum(7),
            }
        )
        found = document.get().to_dict()
        self.assertIsInstance(found.pop("at"), datetime.datetime)
        self.assertEqual(
            found, {"a": {"b": 10, "c": 2}, "n": 3, "l": [1, 2, 3], "greatest": 7}
        )
        document.update({"l": firestore.ArrayRemove([1, 3])})
        self.assertEqual(document.get(["l"]).to_dict(), {"l": [2]})

    def test_merge(self):
        self.fill({"x": {"a": {"x": 1, "y": 2}, "b": 3}})
        document = self.documents.document("x")
        document.set({"a": {"x": firestore.DELETE_FIELD, "z": 4}}, merge=True)
        self.assertEqual(document.get().to_dict(), {"a": {"y": 2, "z": 4}, "b": 3})

    def test_add_makes_identifiers(self):
        _, document = self.documents.add({"n": 1})
        self.assertRegex(document.id, "^[0-9A-Za-z]{20}$")
        self.assertEqual(document.get().to_dict(), {"n": 1})

    def test_several_at_once(self):
        self.fill({"a": {"n": 1}})
        found = self.client.get_all(
            [self.documents.document("a"), self.documents.document("none")]
        )
        self.assertEqual(
            sorted((document.id, document.to_dict()) for document in found),
            [("a", {"n": 1}), ("none", None)],
        )

    def test_a_precondition_that_does_not_hold(self):
        self.fill({"x": {"n": 1}})
        with self.assertRaises(exceptions.BadRequest):
            self.documents.document("x").update(
                {"n": 2}, option=self.client.write_option(last_update_time=TIME)
            )
        self.assertEqual(self.documents.document("x").get().to_dict(), {"n": 1})

    def test_names_that_are_reserved(self):
        with self.assertRaises(exceptions.BadRequest):
            self.documents.document("__x__").set({})

    def test_projects_are_apart(self):
        self.fill({"x": {"n": 1}})
        self.assertFalse(self.connect().document("documents/x").get().exists)

    def test_all_documents_are_cleared(self):
        self.fill({"x": {"n": 1}})
        database = f"projects/{self.client.project}/databases/(default)"
        answer = request("DELETE", FIRESTORE, f"/emulator/v1/{database}/documents")
        self.assertEqual((answer.status, ids(self.documents)), (200, []))


class Batches(FirestoreTest):
    def test_a_batch_is_written_together(self):
        self.fill({"a": {"n": 1}})
        batch = self.client.batch()
        batch.set(self.documents.document("b"), {"n": 2})
        batch.delete(self.documents.document("a"))
        batch.commit()
        self.assertEqual(ids(self.documents), ["b"])

    def test_a_batch_with_a_fault_is_not_written_at_all(self):
        batch = self.client.batch()
        batch.set(self.documents.document("a"), {"n": 2})
        batch.update(self.documents.document("none"), {"n": 2})
        with self.assertRaises(exceptions.NotFound):
            batch.commit()
        self.assertEqual(ids(self.documents), [])

    def test_bulk_writer_and_recursive_delete(self):
        writer = self.client.bulk_writer()
        for number in range(30):
            writer.set(self.documents.document(f"{number:02}"), {"n": number})
        writer.close()
        self.assertEqual(ids(self.documents), [f"{number:02}" for number in range(30)])
        self.documents.document("00").collection("below").document("x").set({})
        self.client.recursive_delete(self.documents)
        self.assertEqual(ids(self.documents), [])
        self.assertEqual(ids(self.client.collection_group("below")), [])


class Transactions(FirestoreTest):
    def test_read_then_write(self):
        self.fill({"x": {"n": 1}})
        document = self.documents.document("x")

        @firestore.transactional
        def count(transaction):
            number = document.get(transaction=transaction).get("n")
            transaction.update(document, {"n": number + 1})
            return number

        self.assertEqual(count(self.client.transaction()), 1)
        self.assertEqual(document.get().to_dict(), {"n": 2})

    def test_a_transaction_runs_again_after_another_write(self):
        self.fill({"x": {"n": 1}})
        document = self.documents.document("x")
        seen = []

        @firestore.transactional
        def count(transaction):
            number = document.get(transaction=transaction).get("n")
            seen.append(number)
            if len(seen) == 1:
                document.update({"n": 100})
            transaction.update(document, {"n": number + 1})

        with aborted_is_told_from_conflict():
            count(self.client.transaction())
        self.assertEqual((seen, document.get().to_dict()), ([1, 100], {"n": 101}))

    def test_a_transaction_that_is_given_up_writes_nothing(self):
        document = self.documents.document("x")

        @firestore.transactional
        def fail(transaction):
            transaction.set(document, {"n": 1})
            raise KeyError("given up")

        with self.assertRaises(KeyError):
            fail(self.client.transaction())
        self.assertFalse(document.get().exists)


class Queries(FirestoreTest):
    def setUp(self):
        super().setUp()
        self.fill(
            {
                str(number): {"n": number, "even": number % 2 == 0, "tags": [f"t{number % 3}"]}
                for number in range(10)
            }
        )

    def where(self, field, operator, value):
        return self.documents.where(filter=FieldFilter(field, operator, value))

    def test_filters(self):
        for field, operator, value, expected in [
            ("n", "==", 3, ["3"]),
            ("n", "!=", 3, list("012456789")),
            ("n", ">", 6, ["7", "8", "9"]),
            ("n", "<=", 1.5, ["0", "1"]),
            ("n", "in", [3, 4, 40], ["3", "4"]),
            ("n", "not-in", [0, 1, 2, 3, 4, 5], ["6", "7", "8", "9"]),
            ("tags", "array_contains", "t1", ["1", "4", "7"]),
            ("tags", "array_contains_any", ["t1", "t2"], ["1", "2", "4", "5", "7", "8"]),
            ("n", "==", None, []),
            ("missing", ">", 0, []),
        ]:
            with self.subTest(f"{field} {operator} {value}"):
                self.assertEqual(ids(self.where(field, operator, value)), expected)

    def test_filters_together(self):
        self.assertEqual(
            ids(self.where("even", "==", True).where(filter=FieldFilter("n", ">", 4))),
            ["6", "8"],
        )
        either = Or(
            [
                FieldFilter("n", "==", 1),
                And([FieldFilter("even", "==", True), FieldFilter("n", ">", 7)]),
            ]
        )
        self.assertEqual(ids(self.documents.where(filter=either)), ["1", "8"])

    def test_orders_cursors_and_limits(self):
        by_number = self.documents.order_by("n")
        down = self.documents.order_by("n", direction=firestore.Query.DESCENDING)
        fourth = self.documents.document("3").get()
        for name, query, expected in [
            ("down", down.limit(3), ["9", "8", "7"]),
            ("range", by_number.start_at({"n": 3}).end_before({"n": 5}), ["3", "4"]),
            ("after", by_number.start_after(fourth).limit(1), ["4"]),
            ("to the end", down.start_at({"n": 1}).end_at({"n": 0}), ["1", "0"]),
            ("offset", self.documents.offset(8), ["8", "9"]),
            ("two orders", self.documents.order_by("even").order_by("n").limit(6), list("135790")),
        ]:
            with self.subTest(name):
                self.assertEqual(ids(query), expected)
        self.assertEqual([one.id for one in by_number.limit_to_last(2).get()], ["8", "9"])

    def test_selected_fields(self):
        selected = self.documents.select(["n"]).limit(2).stream()
        self.assertEqual([one.to_dict() for one in selected], [{"n": 0}, {"n": 1}])

    def test_aggregates(self):
        query = self.where("n", ">=", 5)
        sums = query.count("count").sum("n", "sum").avg("n", "average").get()[0]
        self.assertEqual(
            {one.alias: one.value for one in sums}, {"count": 5, "sum": 35, "average": 7.0}
        )

    def test_collections_and_groups(self):
        self.client.document("a/1/deep/x").set({"n": 1})
        self.client.document("b/2/deep/y").set({"n": 2})
        group = self.client.collection_group("deep").stream()
        self.assertEqual([one.reference.path for one in group], ["a/1/deep/x", "b/2/deep/y"])
        self.assertEqual([one.id for one in self.client.collections()], ["a", "b", "documents"])
        self.assertEqual([one.id for one in self.client.document("a/1").collections()], ["deep"])
        # A missing document with subcollections is listed.
        self.assertEqual([one.id for one in self.client.collection("a").list_documents()], ["1"])

    def test_a_query_that_cannot_be(self):
        for name, query in [
            ("too many", self.where("n", "in", list(range(31)))),
            ("a negative offset", self.documents.offset(-1)),
        ]:
            with self.subTest(name), self.assertRaises(exceptions.BadRequest):
                ids(query)


for kind in (Documents, Batches, Transactions, Queries):
    name = f"{kind.__name__}OverREST"
    globals()[name] = type(name, (kind,), {"over_rest": True, "__module__": __name__})
del kind


if __name__ == "__main__":
    unittest.main()
