"""The Realtime Database with Firebase's admin library: REST and server-sent events."""

import contextlib
import pathlib
import threading
import unittest

import yaml
from firebase_admin import db
from firebase_admin.exceptions import InvalidArgumentError

from support import DATABASE, DEADLINE, Events, database, request, unique

FIXTURES = pathlib.Path("fixtures/base/databases")


class CoreLoader(yaml.SafeLoader):
    """A loader for YAML 1.2, where dates are strings; PyYAML uses the dates of YAML 1.1."""

    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


@contextlib.contextmanager
def listening(reference):
    """Listens to a node, and yields its events."""
    events = Events()
    registration = reference.listen(events)
    try:
        yield events
    finally:
        # Unless its connection is shut down, closing waits for the next event, which may be a keep-alive.
        registration._sse.should_connect = False
        registration._sse.retry = 0
        registration._sse.resp.raw.shutdown()
        registration.close()


class SeededData(unittest.TestCase):
    def test_databases_hold_what_the_fixtures_say(self):
        for name in ["shops", "users"]:
            with self.subTest(name):
                text = (FIXTURES / f"{name}/{name}.yaml").read_text("utf-8")
                fixture = yaml.load(text, Loader=CoreLoader)
                self.assertEqual(database(name, f"/{name}").get(), fixture)


class Writing(unittest.TestCase):
    def setUp(self):
        self.root = database(unique("writing"))

    def test_set_is_read_back(self):
        value = {
            "text": "麺屋 🍜 \"\\/",
            "number": -1.5,
            "large": 2**53 - 1,
            "yes": True,
            "no": False,
            "list": ["a", "b"],
            "deep": {"a": {"b": {"c": {"d": 1}}}},
        }
        self.root.set(value)
        self.assertEqual(self.root.get(), value)
        self.assertEqual(self.root.child("deep/a/b").get(), {"c": {"d": 1}})

    def test_empty_values_are_not_kept(self):
        self.root.set({"a": {}, "b": [], "c": {"d": None}, "e": 1})
        self.assertEqual(self.root.get(), {"e": 1})

    def test_lists_are_maps_of_numbers(self):
        self.root.set({"full": {"0": "a", "1": "b", "2": "c"}, "sparse": {"7": "a", "9": "b"}})
        self.assertEqual(
            self.root.get(), {"full": ["a", "b", "c"], "sparse": {"7": "a", "9": "b"}}
        )

    def test_update_changes_the_children_it_names_at_any_depth(self):
        self.root.set({"a": {"b": 1, "c": 2}, "d": 3, "e": 4})
        self.root.update({"a/b": 10, "a/x/y": "new", "d": None})
        self.assertEqual(self.root.get(), {"a": {"b": 10, "c": 2, "x": {"y": "new"}}, "e": 4})

    def test_push_makes_keys_in_order_of_time(self):
        keys = [self.root.push(number).key for number in range(20)]
        self.assertEqual(keys, sorted(set(keys)))
        self.assertEqual([len(key) for key in keys], [20] * 20)
        self.assertEqual(list(self.root.order_by_key().get().items()), list(zip(keys, range(20))))

    def test_delete_removes_emptied_parents(self):
        self.root.set({"a": {"b": {"c": 1}}, "d": 2})
        self.root.child("a/b/c").delete()
        self.assertEqual(self.root.get(), {"d": 2})

    def test_server_values_are_worked_out(self):
        self.root.set({"count": 5, "at": {".sv": "timestamp"}})
        self.root.update({"count": {".sv": {"increment": 37}}, "new": {".sv": {"increment": 2}}})
        at = self.root.child("at").get()
        self.assertEqual(self.root.get(), {"count": 42, "at": at, "new": 2})
        self.assertGreater(at, 1_600_000_000_000)

    def test_databases_are_apart(self):
        other = database(unique("writing"))
        self.root.set("one")
        other.set("two")
        self.assertEqual((self.root.get(), other.get()), ("one", "two"))

    def test_keys_with_any_letters(self):
        key = "店 +&=é'\"<>|~"
        self.root.child(key).set(1)
        self.assertEqual(self.root.get(), {key: 1})
        self.root.child(key).delete()
        self.assertIsNone(self.root.get())


class Reading(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = database(unique("reading"))
        cls.root.set(
            {
                "ann": {"age": 30, "city": "Kyoto"},
                "bob": {"age": 25, "city": "Osaka"},
                "cem": {"age": 35},
                "dee": {"age": 25, "city": "Akita"},
                "eve": {"age": "unknown", "city": "Kyoto"},
            }
        )

    def keys(self, query):
        return list(query.get())

    def test_order_by_child(self):
        query = self.root.order_by_child("age")
        self.assertEqual(self.keys(query), ["bob", "dee", "ann", "cem", "eve"])
        self.assertEqual(self.keys(query.start_at(30).end_at(35)), ["ann", "cem"])

    def test_order_by_child_limits(self):
        by_age = self.root.order_by_child
        self.assertEqual(self.keys(by_age("age").limit_to_first(2)), ["bob", "dee"])
        self.assertEqual(self.keys(by_age("age").limit_to_last(2)), ["cem", "eve"])

    def test_order_by_child_equal(self):
        query = self.root.order_by_child("city").equal_to("Kyoto")
        self.assertEqual(
            query.get(),
            {"ann": {"age": 30, "city": "Kyoto"}, "eve": {"age": "unknown", "city": "Kyoto"}},
        )

    def test_order_by_key(self):
        query = self.root.order_by_key().start_at("bob").end_at("dee").limit_to_first(2)
        self.assertEqual(self.keys(query), ["bob", "cem"])

    def test_order_by_value(self):
        root = database(unique("reading"))
        root.set({"a": 3, "b": 1, "c": "text", "d": True, "e": 2})
        query = root.order_by_value()
        self.assertEqual(list(query.get().items()), [
            ("d", True), ("b", 1), ("e", 2), ("a", 3), ("c", "text"),
        ])
        self.assertEqual(root.order_by_value().start_at(2).end_at(9).get(), {"e": 2, "a": 3})

    def test_shallow(self):
        expected = {name: True for name in ["ann", "bob", "cem", "dee", "eve"]}
        self.assertEqual(self.root.get(shallow=True), expected)
        self.assertEqual(self.root.child("ann/age").get(shallow=True), 30)

    def test_entity_tags(self):
        root = database(unique("reading"))
        nothing, none = root.get(etag=True)
        self.assertEqual((nothing, none), (None, "null_etag"))
        root.set({"a": 1})
        value, tag = root.get(etag=True)
        self.assertEqual(value, {"a": 1})
        self.assertEqual(root.get_if_changed(tag), (False, None, None))
        root.child("a").set(2)
        changed, value, newer = root.get_if_changed(tag)
        self.assertEqual((changed, value), (True, {"a": 2}))
        self.assertNotEqual(newer, tag)


class Namespaces(unittest.TestCase):
    def test_without_a_name_it_is_the_first_of_the_environment(self):
        self.assertEqual(
            request("GET", DATABASE, "/shops/0/name.json").json,
            database("shops", "/shops/0/name").get(),
        )

    def test_rules_are_parsed(self):
        target = f"/.settings/rules.json?ns={unique('rules')}"
        for text, status, answer in [
            (b'{ /* all */ "rules": {".read": true} }', 200, {"status": "ok"}),
            (b'{"users": {}}', 400, {"error": "1:2: Expected 'rules' property."}),
        ]:
            with self.subTest(text):
                sent = request("PUT", DATABASE, target, text, Authorization="Bearer owner")
                self.assertEqual((sent.status, sent.json), (status, answer))


class Conditions(unittest.TestCase):
    def setUp(self):
        self.root = database(unique("conditions"))

    def test_set_if_unchanged(self):
        self.root.set({"a": 1})
        tag = self.root.get(etag=True)[1]
        self.assertEqual(
            self.root.set_if_unchanged("wrong", {"b": 1}), (False, {"a": 1}, tag)
        )
        changed, value, newer = self.root.set_if_unchanged(tag, {"b": 1})
        self.assertEqual((changed, value, newer), (True, {"b": 1}, self.root.get(etag=True)[1]))
        self.assertNotEqual(newer, tag)

    def test_transaction(self):
        self.assertEqual(self.root.transaction(lambda value: (value or 0) + 1), 1)
        self.assertEqual(self.root.transaction(lambda value: (value or 0) + 1), 2)
        self.assertEqual(self.root.get(), 2)

    def test_transaction_runs_again_after_another_write(self):
        self.root.set(10)
        seen = []

        def disturbed(value):
            seen.append(value)
            if len(seen) == 1:
                self.root.set(20)
            return value + 1

        self.assertEqual(self.root.transaction(disturbed), 21)
        self.assertEqual((seen, self.root.get()), ([10, 20], 21))

    def test_transactions_of_two_clients_lose_nothing(self):
        failures = []

        def count():
            try:
                for _ in range(10):
                    self.add_one()
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)

        clients = [threading.Thread(target=count) for _ in range(2)]
        for client in clients:
            client.start()
        for client in clients:
            client.join(DEADLINE)
        self.assertEqual((failures, self.root.get()), ([], 20))

    def add_one(self):
        """Increments the value; the other client can make ten of the 25 possible attempts fail."""
        self.root.transaction(lambda value: (value or 0) + 1)


class Listening(unittest.TestCase):
    def setUp(self):
        self.root = database(unique("listening"))

    def test_events_of_all_writes_in_order(self):
        self.root.set({"a": 1})
        with listening(self.root) as events:
            self.assertEqual(events.next(), ("put", "/", {"a": 1}))
            self.root.child("b/c").set("x")
            self.assertEqual(events.next(), ("put", "/b/c", "x"))
            self.root.update({"a": 2, "d": {"e": True}})
            self.assertEqual(events.next(), ("patch", "/", {"a": 2, "d": {"e": True}}))
            self.root.child("a").delete()
            self.assertEqual(events.next(), ("put", "/a", None))
            self.root.delete()
            self.assertEqual(events.next(), ("put", "/", None))
            self.assertTrue(events.is_silent())

    def test_events_of_a_node_that_is_not_there_and_of_writes_above_it(self):
        with listening(self.root.child("a/b")) as events:
            self.assertEqual(events.next(), ("put", "/", None))
            self.root.set({"a": {"b": {"c": 1}, "other": 2}})
            self.assertEqual(events.next(), ("put", "/", {"c": 1}))
            self.root.child("a/other").set(3)
            self.root.child("a/b/c").set(4)
            self.assertEqual(events.next(), ("put", "/c", 4))

    def test_two_listeners_hear_the_same_in_the_same_order(self):
        with listening(self.root) as first, listening(self.root) as second:
            self.assertEqual([first.next(), second.next()], [("put", "/", None)] * 2)
            for number in range(50):
                self.root.child("n").set(number)
            expected = [("put", "/n", number) for number in range(50)]
            self.assertEqual([first.next() for _ in range(50)], expected)
            self.assertEqual([second.next() for _ in range(50)], expected)

    def test_a_listener_that_has_left_does_not_hold_up_writes(self):
        with listening(self.root) as events:
            self.assertEqual(events.next(), ("put", "/", None))
        self.root.set(1)
        self.assertEqual(self.root.get(), 1)


class Errors(unittest.TestCase):
    """Errors of the library for invalid requests."""

    def setUp(self):
        self.root = database(unique("errors"))

    def test_forbidden_keys(self):
        for key in ["a.b", "a$", "a#", "a[b", "a]"]:
            with self.subTest(key), self.assertRaises(InvalidArgumentError) as raised:
                self.root.set({key: 1})
            self.assertEqual(
                str(raised.exception),
                "Invalid data; couldn't parse JSON object, array, or value. Perhaps you're using"
                f" invalid characters in your key names. (/{key})",
            )
        self.assertIsNone(self.root.get())

    def test_a_bound_without_an_order(self):
        answer = request("GET", DATABASE, "/.json?ns=errors&startAt=1")
        self.assertEqual(
            (answer.status, answer.json),
            (400, {"error": "orderBy must be defined when other query parameters are defined"}),
        )

    def test_an_update_of_a_node_and_its_child(self):
        with self.assertRaises(InvalidArgumentError):
            self.root.update({"a": {"b": 1}, "a/b": 2})
        self.assertIsNone(self.root.get())

    def test_a_transaction_that_never_settles(self):
        tries = []

        def disturbed(value):
            tries.append(value)
            self.root.set(len(tries))
            return "mine"

        with self.assertRaises(db.TransactionAbortedError):
            self.root.transaction(disturbed)
        self.assertEqual((tries, self.root.get()), ([None, *range(1, 25)], 25))


if __name__ == "__main__":
    unittest.main()
