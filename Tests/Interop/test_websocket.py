"""The Realtime Database over WebSocket, with websocket-client from PyPI."""

import threading
import unittest

from realtime import Client, node_hash
from support import DATABASE, DEADLINE, database, unique

OK = ("ok", "")


class Handshake(unittest.TestCase):
    def test_the_server_speaks_first(self):
        with Client(unique("handshake")) as client:
            details = client.handshake["d"]["d"]
            self.assertEqual(
                client.handshake,
                {
                    "t": "c",
                    "d": {
                        "t": "h",
                        "d": {"ts": details["ts"], "v": "5", "h": DATABASE, "s": details["s"]},
                    },
                },
            )
            self.assertGreater(details["ts"], 1_600_000_000_000)
            self.assertRegex(details["s"], "^[0-9a-z]+$")

    def test_signs_of_life(self):
        with Client(unique("handshake")) as client:
            client.socket.send("0")
            client.send({"t": "c", "d": {"t": "p", "d": {}}})
            self.assertEqual(client.receive(), {"t": "c", "d": {"t": "o", "d": {}}})

    def test_statistics_and_tokens_are_taken(self):
        with Client(unique("handshake")) as client:
            self.assertEqual(client.request("s", c={"sdk.js.12-0-0": 1}), OK)
            self.assertEqual(
                client.request("gauth", cred="owner"), ("ok", {"auth": None, "expires": None})
            )
            self.assertEqual(client.request("unauth"), ("ok", "unauthenticated"))


class Hashes(unittest.TestCase):
    def test_published_vectors(self):
        self.assertEqual(node_hash(4), "eVih19a6ZDz3NL32uVBtg9KSgQY=")
        self.assertEqual(node_hash("hey guys"), "CUNLXWpCVoJE6z7z1vE57lGaKAU=")
        self.assertEqual(node_hash({}), "")


class Conversations(unittest.TestCase):
    """Each test has its own database and a client."""

    def setUp(self):
        self.name = unique("conversation")
        self.client = self.enterContext(Client(self.name))

    def test_put_and_get(self):
        value = {"a": [1, 2.5], "b": {"c": "麺", "d": True}}
        self.assertEqual(self.client.put("/x", value), OK)
        self.assertEqual(database(self.name, "/x").get(), value)
        in_export_form = {"a": {"0": 1, "1": 2.5}, "b": {"c": "麺", "d": True}}
        self.assertEqual(self.client.get("/x"), ("ok", in_export_form))
        self.assertEqual(self.client.get("/none"), ("ok", None))

    def test_listen_pushes_data_before_it_is_answered(self):
        self.client.put("/x", {"a": 1})
        self.assertEqual(self.client.listen("/x"), ("ok", {}))
        self.assertEqual(self.client.pushed, [("d", "x", {"a": 1})])

    def test_listen_with_the_hash_of_what_is_there_pushes_nothing(self):
        value = {"b": 2, "a": {"c": "text", "d": False}}
        self.client.put("/x", value)
        self.assertEqual(self.client.listen("/x", node_hash(value)), ("ok", {}))
        self.assertEqual(self.client.listen("/none"), ("ok", {}))
        self.assertEqual(self.client.pushed, [])

    def test_own_writes_are_pushed_before_they_are_answered(self):
        self.client.listen("/x")
        self.assertEqual(self.client.put("/x/a", 1), OK)
        self.assertEqual(self.client.merge("/x", {"b": 2, "c/d": 3}), OK)
        self.assertEqual(self.client.put("/y", "unheard"), OK)
        self.assertEqual(
            self.client.pushed, [("d", "x/a", 1), ("m", "x", {"b": 2, "c/d": 3})]
        )

    def test_listen_no_more(self):
        self.client.listen("/x")
        self.assertEqual(self.client.request("n", p="/x"), OK)
        self.client.put("/x", 1)
        self.assertEqual(self.client.pushed, [])

    def test_priorities(self):
        self.client.put("/x", {"a": {".value": 1, ".priority": 2}, "b": {".value": 2}})
        self.client.put("/x/b/.priority", "high")
        self.assertEqual(
            self.client.get("/x"),
            ("ok", {"a": {".value": 1, ".priority": 2}, "b": {".value": 2, ".priority": "high"}}),
        )

    def test_server_values(self):
        self.client.put("/x", 40)
        self.assertEqual(self.client.put("/x", {".sv": {"increment": 2}}), OK)
        self.assertEqual(self.client.get("/x"), ("ok", 42))

    def test_a_query_follows_its_window(self):
        self.client.put("/x", {"a": 3, "b": 1, "c": 2})
        query = {"i": ".value", "l": 2, "vf": "l"}
        self.assertEqual(self.client.listen("/x", q=query, t=7)[0], "ok")
        self.assertEqual(self.client.push(), ("d", "x", {"b": 1, "c": 2}, 7))
        self.client.put("/x/d", 0)
        window = {"b": 1, "c": 2}
        for kind, path, data, tag in self.client.pushed:
            self.assertEqual((kind in "dm", tag), (True, 7))
            changes = data if kind == "m" or path == "x" else {path.removeprefix("x/"): data}
            window = {**({} if (kind, path) == ("d", "x") else window), **changes}
        self.assertEqual(
            {key: value for key, value in window.items() if value is not None}, {"b": 1, "d": 0}
        )

    def test_a_query_with_bounds(self):
        self.client.put("/x", {"a": {"n": 1}, "b": {"n": 2}, "c": {"n": 3}, "d": {"n": 4}})
        query = {"i": "n", "sp": 2, "ep": 4, "ein": False}
        self.assertEqual(self.client.get("/x", query), ("ok", {"b": {"n": 2}, "c": {"n": 3}}))

    def test_long_messages_are_sliced_both_ways(self):
        text = "種🌱é" * 30_000
        self.assertEqual(self.client.put("/x", text), OK)
        self.assertEqual(self.client.get("/x"), ("ok", text))

    def test_requests_are_answered_in_order(self):
        numbers = [self.client.begin("p", {"p": "/x", "d": number}) for number in range(100)]
        self.assertEqual([self.client.answer(number) for number in numbers], [OK] * 100)
        self.assertEqual(self.client.get("/x"), ("ok", 99))

    def test_forbidden_writes_are_refused_and_others_follow(self):
        status, reason = self.client.put("/x", {"a.b": 1})
        self.assertEqual(status, "failure")
        self.assertIn("(/x/a.b)", reason)
        self.assertEqual(
            self.client.put("/a.b", 1), ("failure", "Invalid path: Invalid token in path")
        )
        self.assertEqual(self.client.request("zz"), ("failure", 'unknown action "zz"'))
        self.assertEqual((self.client.put("/x", 1), self.client.get("/x")), (OK, ("ok", 1)))


class Transactions(unittest.TestCase):
    def setUp(self):
        self.name = unique("transactions")

    def test_the_newer_value_comes_before_the_refusal(self):
        with Client(self.name) as client:
            client.put("/x", 5)
            client.listen("/x")
            self.assertEqual(client.push(), ("d", "x", 5))
            database(self.name, "/x").set(6)
            self.assertEqual(client.put("/x", 50, h=node_hash(5))[0], "datastale")
            self.assertEqual(client.pushed, [("d", "x", 6)])
            self.assertEqual(client.put("/x", 7, h=node_hash(6)), OK)
            self.assertEqual(client.get("/x"), ("ok", 7))

    def test_two_clients_lose_no_transaction(self):
        failures = []

        def count():
            try:
                with Client(self.name) as client:
                    client.listen("/x")
                    for _ in range(10):
                        client.transaction("/x", lambda value: (value or 0) + 1)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)

        clients = [threading.Thread(target=count) for _ in range(2)]
        for client in clients:
            client.start()
        for client in clients:
            client.join(DEADLINE)
        self.assertEqual((failures, database(self.name, "/x").get()), ([], 20))


class Clients(unittest.TestCase):
    def setUp(self):
        self.name = unique("clients")

    def test_two_clients_hear_all_writes_in_one_order(self):
        with Client(self.name) as first, Client(self.name) as second:
            first.listen("/x")
            second.listen("/x")
            for number in range(20):
                self.assertEqual(first.put("/x/first", number), OK)
                self.assertEqual(second.put("/x/second", number), OK)
            expected = [
                ("d", f"x/{who}", number) for number in range(20) for who in ["first", "second"]
            ]
            self.assertEqual([first.push() for _ in expected], expected)
            self.assertEqual([second.push() for _ in expected], expected)

    def test_writes_at_once_are_heard_in_the_same_order(self):
        with Client(self.name) as first, Client(self.name) as second:
            first.listen("/x")
            second.listen("/x")
            requests = [
                (client, client.begin("p", {"p": "/x", "d": f"{letter}{n}"}))
                for n in range(50)
                for client, letter in [(first, "a"), (second, "b")]
            ]
            self.assertEqual([client.answer(number) for client, number in requests], [OK] * 100)
            heard = [first.push() for _ in range(100)]
            self.assertEqual([second.push() for _ in range(100)], heard)
            for letter in "ab":
                self.assertEqual(
                    [data for _, _, data in heard if data.startswith(letter)],
                    [f"{letter}{n}" for n in range(50)],
                )

    def test_rest_and_websocket_see_each_other(self):
        with Client(self.name) as client:
            client.listen("/x")
            database(self.name, "/x").set({"a": 1})
            self.assertEqual(client.push(), ("d", "x", {"a": 1}))
            database(self.name, "/x").update({"a": None, "b": 2})
            self.assertEqual(client.push(), ("m", "x", {"a": None, "b": 2}))

    def test_what_is_left_for_the_end_is_written_then(self):
        with Client(self.name) as watcher:
            with Client(self.name) as leaver:
                leaver.put("/online", {"me": True, "since": 1})
                self.assertEqual(leaver.request("o", p="/online/me", d=False), OK)
                changes = {"since": None, "left": 2}
                self.assertEqual(leaver.request("om", p="/online", d=changes), OK)
                self.assertEqual(leaver.request("o", p="/cancelled", d=True), OK)
                self.assertEqual(leaver.request("oc", p="/cancelled", d=None), OK)
                watcher.listen("/")
                self.assertEqual(watcher.push(), ("d", "", {"online": {"me": True, "since": 1}}))
            self.assertEqual(watcher.push(), ("d", "online/me", False))
            self.assertEqual(watcher.push(), ("m", "online", {"since": None, "left": 2}))
            self.assertEqual(watcher.get("/"), ("ok", {"online": {"me": False, "left": 2}}))

    def test_what_is_left_is_written_when_the_connection_breaks(self):
        with Client(self.name) as watcher:
            watcher.listen("/x")
            broken = Client(self.name)
            broken.request("o", p="/x", d={".sv": "timestamp"})
            broken.socket.sock.close()
            kind, path, at = watcher.push()
            self.assertEqual((kind, path, type(at)), ("d", "x", int))


if __name__ == "__main__":
    unittest.main()
