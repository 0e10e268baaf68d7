"""Random documents, queries and commits for Firestore, as protobuf messages.

Most are valid. Some violate a rule of Firestore; Google's libraries would reject these before sending them.
"""

import random

from google.cloud.firestore_v1.types import common, document, firestore, query, write

DATABASE = "projects/differential/databases/(default)"
ROOT = f"{DATABASE}/documents"

Document, Value = document.Document.pb(), document.Value.pb()
Query, Cursor = query.StructuredQuery.pb(), query.Cursor.pb()
AggregationQuery = query.StructuredAggregationQuery.pb()
Aggregation = AggregationQuery.Aggregation
Write = write.Write.pb()
Precondition = common.Precondition.pb()
Transform = write.DocumentTransform.pb().FieldTransform
Filter, FieldFilter, UnaryFilter = Query.Filter, Query.FieldFilter, Query.UnaryFilter
Request = {
    name: getattr(firestore, f"{name}Request").pb()
    for name in [
        "RunQuery", "RunAggregationQuery", "Commit", "BatchGetDocuments", "ListDocuments", "ListCollectionIds",
        "GetDocument", "BeginTransaction", "Rollback", "CreateDocument", "UpdateDocument", "DeleteDocument", "BatchWrite",
    ]
}

FIELDS = ["a", "b", "c", "m.x", "m.y", "m", "`odd field`", "missing"]
IDS = ["a", "b", "1", "10", "2", "A", "é", "e\u0301", "\uffff", "\U0001f600", "__id7__", "__id10__", "a b", "`", "zz"]
TEXTS = ["", "a", "b", "ab", "é", "e\u0301", "\uffff", "\U0001f600", "\0", "a\0", "10", "9", "x" * 1501]
INTEGERS = [0, 1, 2, -1, 5, 10, 2**53, 2**53 + 1, 2**63 - 1, -(2**63)]
DOUBLES = [0.0, -0.0, 1.0, 1.5, 5.0, -1.0, 5e-324, 2.0**53, 2.0**63, -(2.0**63)]
ODD_DOUBLES = [float("nan"), float("inf"), float("-inf")]
SECONDS = [(0, 0), (0, 1000), (-1, 999_999_999), (1_700_000_000, 123_456_789), (-62_135_596_800, 0), (253_402_300_799, 999_999_999)]
BYTES = [b"", b"\0", b"a", b"a\0", b"\xff", "é".encode()]
PLACES = [(0.0, 0.0), (-0.0, 0.0), (90.0, 180.0), (-90.0, -180.0), (0.0, 1.5), (1.5, -1.5)]


def whole_microseconds(value):
    """Rounds timestamps down, as Firestore does when it stores them; Google's emulator compares nanoseconds in queries."""
    kind = value.WhichOneof("value_type")
    if kind == "timestamp_value":
        value.timestamp_value.nanos -= value.timestamp_value.nanos % 1000
    for one in value.array_value.values if kind == "array_value" else value.map_value.fields.values() if kind == "map_value" else []:
        whole_microseconds(one)
    return value


class Cases:
    """A generator of random cases; the same seed gives the same cases."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def often(self, share):
        return self.random.random() < share

    def some(self, choices, least, most):
        return [self.random.choice(choices) for _ in range(self.random.randint(least, most))]

    # Values and documents.

    def scalar(self):
        choose = self.random.choice
        kind = self.random.randrange(13)
        if kind in (0, 1, 2):
            return Value(integer_value=choose(INTEGERS))
        if kind in (3, 4):
            return Value(double_value=choose(DOUBLES))
        if kind == 5:
            return Value(double_value=choose(ODD_DOUBLES))
        if kind in (6, 7):
            return Value(string_value=choose(TEXTS))
        if kind == 8:
            return Value(boolean_value=choose([True, False]))
        if kind == 9:
            value = Value()
            value.timestamp_value.seconds, value.timestamp_value.nanos = choose(SECONDS)
            return value
        if kind == 10:
            return Value(bytes_value=choose(BYTES))
        if kind == 11:
            return Value(reference_value=self.name())
        if self.often(0.5):
            return Value(null_value=0)
        latitude, longitude = choose(PLACES)
        return Value(geo_point_value={"latitude": latitude, "longitude": longitude})

    def value(self, depth=0):
        kind = self.random.random()
        if depth > 2 or kind < 0.65:
            return self.scalar()
        if kind < 0.8:
            return self.array([self.element(depth) for _ in range(self.random.randint(0, 3))])
        if kind < 0.92:
            return self.map({key: self.value(depth + 1) for key in self.some(["x", "y", "odd.key"], 0, 2)})
        return self.vector([self.random.choice(DOUBLES) for _ in range(self.random.randint(1, 3))])

    def element(self, depth):
        value = self.value(depth + 1)
        is_vector = "__type__" in value.map_value.fields
        return self.scalar() if value.HasField("array_value") or is_vector else value

    @staticmethod
    def array(values):
        return Value(array_value={"values": values})

    @staticmethod
    def map(fields):
        return Value(map_value={"fields": fields})

    def vector(self, numbers):
        values = self.array([Value(double_value=number) for number in numbers])
        return self.map({"__type__": Value(string_value="__vector__"), "value": values})

    def odd_value(self):
        """Returns a value that violates a rule, or almost violates one."""
        nested = Value(integer_value=1)
        for _ in range(self.random.choice([18, 19, 20, 21])):
            nested = self.map({"x": nested})
        return self.random.choice([
            self.array([self.array([])]),
            self.array([self.vector([1.0])]),
            self.array([self.map({"x": self.array([])})]),
            self.vector([]),
            self.vector([self.random.choice(ODD_DOUBLES)]),
            self.vector([1.0] * self.random.choice([2048, 2049])),
            self.map({"__type__": Value(string_value="__vector__"), "value": self.array([Value(integer_value=1)])}),
            self.map({"__type__": Value(string_value="__vector__")}),
            self.map({"__type__": Value(string_value="other")}),
            self.map({"__x__": Value(integer_value=1)}),
            self.map({"": Value(integer_value=1)}),
            Value(string_value="x" * self.random.choice([1_048_487, 1_048_488, 1_048_500])),
            Value(bytes_value=b"x" * self.random.choice([1_048_487, 1_048_488])),
            Value(geo_point_value={"latitude": 90.5}),
            Value(timestamp_value={"seconds": 253_402_300_800}),
            Value(timestamp_value={"nanos": 1_000_000_000}),
            Value(reference_value=self.random.choice(["", "a/b", ROOT, f"{ROOT}/c", f"{ROOT}/c/a/", f"{ROOT}/__x__/a"])),
            Value(reference_value="projects/other/databases/(default)/documents/c/a"),
            Value(),
            nested,
        ])

    def fields(self):
        fields = {name: self.value() for name in ["a", "b", "c"] if self.often(0.75)}
        if self.often(0.5):
            fields["m"] = self.map({key: self.value(1) for key in self.some(["x", "y"], 0, 2)})
        if self.often(0.3):
            fields["odd field"] = self.value()
        return fields

    def name(self):
        return f"{ROOT}/" + self.random.choice([
            f"c/{self.random.choice(IDS)}", f"c/{self.random.choice(IDS)}", "c/a/c/b", "c/a/d/b", "c/none/c/x", "d/a", "d/a/c/a",
        ])

    def documents(self):
        """Returns the documents that all queries read."""
        places = [f"c/{id}" for id in IDS] + [f"c/n{number:02}" for number in range(40)]
        places += [f"{path}/{id}" for path in ["c/a/c", "c/a/d", "c/none/c", "d", "d/a/c"] for id in IDS[:6]]
        return [Document(name=f"{ROOT}/{place}", fields=self.fields()) for place in places]

    # Queries.

    def field(self):
        if self.often(0.01):
            return self.random.choice(["m.__name__", "`__name__`", "__key__"])
        return "__name__" if self.often(0.07) else self.random.choice(FIELDS)

    def odd_field(self):
        return self.random.choice(["", "a..b", "1a", "`", "__x__", "m.", "a b", ".a", "m.`x`", "x" * 1501])

    def operand(self, path, depth=0):
        if path == "__name__" and self.often(0.9):
            return Value(reference_value=self.name())
        if self.often(0.3):
            return self.random.choice([Value(integer_value=1), Value(double_value=1.0), Value(null_value=0), Value(string_value="a")])
        return whole_microseconds(self.value() if self.often(0.3) else self.scalar())

    def filter(self, depth=0):
        """Returns a filter; most filters compare with values of the documents, so that there are results."""
        if depth < 3 and self.often(0.35 if depth == 0 else 0.2):
            composite = Query.CompositeFilter(op=self.random.choice(["AND", "OR"]))
            if self.often(0.02):
                composite.op = 0
            count = 0 if self.often(0.01) else self.random.randint(1, 3)
            composite.filters.extend(self.filter(depth + 1) for _ in range(count))
            return Filter(composite_filter=composite)
        path = self.odd_field() if self.often(0.01) else self.field()
        if self.often(0.12):
            unary = UnaryFilter(op=self.random.choice([2, 2, 3, 3, 4, 5]), field={"field_path": path})
            return Filter(unary_filter=unary)
        return Filter(field_filter=self.field_filter(path))

    def field_filter(self, path):
        op = self.random.choice([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 7, 8, 8, 8, 9, 9]) if self.often(0.92) else self.random.choice([6, 10])
        if op in (8, 9, 10) and self.often(0.97):
            values = [self.operand(path) for _ in range(self.random.randint(1, 4))]
            if self.often(0.02):
                values = values[:1] * self.random.choice([0, 10, 11, 30, 31])
            value = self.array(values)
        else:
            value = self.odd_value() if self.often(0.01) else self.operand(path)
            if value.HasField("reference_value") and path != "__name__":
                value = Value(reference_value=self.name())
        return FieldFilter(field={"field_path": path}, op=op, value=value)

    def orders(self):
        orders = []
        paths = self.some(FIELDS if self.often(0.95) else [*FIELDS, "__name__", self.odd_field()], 0, 2)
        if self.often(0.25):
            paths.append("__name__")
        for path in paths:
            if path in [order.field.field_path for order in orders] and self.often(0.95):
                continue
            # Firestore does not support a descending scan by name alone.
            directions = [0, 1, 1, 1] if path == "__name__" and self.often(0.9) else [0, 1, 1, 2, 2]
            orders.append(Query.Order(field={"field_path": path}, direction=self.random.choice(directions)))
        return orders

    def cursor(self, orders):
        paths = [order.field.field_path for order in orders]
        paths = paths[: self.random.randint(1, max(1, len(paths)))]
        if self.often(0.03):
            paths = self.random.choice([[], [*paths, "a"], [*paths, "__name__"]])
        return Cursor(values=[self.operand(path) for path in paths], before=self.often(0.5))

    def structured_query(self):
        result = Query()
        collections = getattr(result, "from_")
        if self.often(0.97):
            collections.add(collection_id=self.random.choice(["c", "c", "c", "c", "d"]), all_descendants=self.often(0.15))
        if self.often(0.01):
            collections.add(collection_id=self.random.choice(["d", "", "__x__", "c/d"]))
        if self.often(0.65):
            result.where.CopyFrom(self.filter())
        orders = self.orders()
        result.order_by.extend(orders)
        for name in ["start_at", "end_at"]:
            if self.often(0.3 if orders else 0.02):
                getattr(result, name).CopyFrom(self.cursor(orders))
        if self.often(0.25):
            result.offset = -1 if self.often(0.03) else self.random.choice([0, 1, 2, 5, 100])
        if self.often(0.3):
            result.limit.value = -1 if self.often(0.03) else self.random.choice([0, 1, 2, 3, 10, 1000])
        if self.often(0.2):
            result.select.SetInParent()
            for path in self.some([*FIELDS, "__name__"], 0, 3):
                result.select.fields.add(field_path=self.odd_field() if self.often(0.02) else path)
        return result

    def parent(self):
        return self.random.choice([ROOT] * 80 + [f"{ROOT}/c/a"] * 15 + [f"{ROOT}/c/none"] * 3 + [f"{ROOT}/c/a/c", f"{ROOT}/__x__/a"])

    def aggregations(self):
        count = self.random.choice([0, 6]) if self.often(0.02) else self.random.randint(1, 3)
        return [self.aggregation(index) for index in range(count)]

    def aggregation(self, index):
        alias = "" if self.often(0.3) else f"x{index}"
        if self.often(0.02):
            alias = self.random.choice(["x0", "odd alias", "__x__"])
        kind = self.random.choice(["count", "sum", "avg"])
        result = Aggregation(alias=alias)
        if kind == "count":
            result.count.SetInParent()
            if self.often(0.4):
                result.count.up_to.value = self.random.choice([0, -1]) if self.often(0.05) else self.random.choice([1, 2, 1000])
        else:
            getattr(result, kind).field.field_path = self.odd_field() if self.often(0.02) else self.field()
        return result

    def read(self):
        """Returns a method and a request that reads."""
        kind = self.random.random()
        if kind < 0.7:
            return "RunQuery", Request["RunQuery"](parent=self.parent(), structured_query=self.structured_query())
        if kind < 0.85:
            nested = AggregationQuery(structured_query=self.structured_query(), aggregations=self.aggregations())
            return "RunAggregationQuery", Request["RunAggregationQuery"](
                parent=self.parent(), structured_aggregation_query=nested
            )
        if kind < 0.9:
            names = [self.name() for _ in range(self.random.randint(0, 4))]
            if self.often(0.1):
                names.append(self.random.choice(["", "a", ROOT, f"{ROOT}/c", f"{ROOT}/c/a/d", f"{ROOT}/__x__/a"]))
            request = Request["BatchGetDocuments"](database=DATABASE, documents=names)
            self.add_mask(request, "mask")
            return "BatchGetDocuments", request
        if kind < 0.97:
            return "ListDocuments", self.listing()
        return "ListCollectionIds", Request["ListCollectionIds"](
            parent=self.parent(), page_size=self.random.choice([0, 0, 1, 2, 100, -1])
        )

    def listing(self):
        request = Request["ListDocuments"](
            parent=self.parent(),
            collection_id=self.random.choice(["c", "c", "d", "none"]) if self.often(0.97) else "__x__",
            page_size=self.random.choice([0, 0, 1, 3, 1000]) if self.often(0.95) else -1,
            show_missing=self.often(0.3),
        )
        if self.often(0.3):
            request.order_by = self.random.choice(["a", "a desc", "a, b desc", "__name__", "__name__ desc", "a,", "m.x", "a sideways"])
        self.add_mask(request, "mask")
        return request

    def add_mask(self, request, name, is_odd=True):
        if self.often(0.3):
            mask = getattr(request, name)
            mask.SetInParent()
            mask.field_paths.extend(self.some(FIELDS, 0, 3))
            if is_odd and self.often(0.05):
                mask.field_paths.append(self.odd_field())

    # Writes: an update time of 1 s stands for the document's real update time.

    def write(self, name, exists, is_odd):
        """Returns a write; an odd one may violate a rule or have a precondition that fails."""
        kind = self.random.random()
        result = Write()
        if kind < 0.6:
            result.update.name = name
            result.update.MergeFrom(Document(fields=self.fields()))
            if is_odd and self.often(0.2):
                result.update.fields[self.random.choice(["a", "z"])].CopyFrom(self.odd_value())
            if is_odd and self.often(0.1):
                result.update.fields[self.random.choice(["", "__x__", "x" * 1501])].CopyFrom(self.scalar())
            self.add_mask(result, "update_mask", is_odd)
            if self.often(0.3):
                result.update_transforms.extend(self.transforms(is_odd))
        elif kind < 0.75:
            result.delete = name
        else:
            result.transform.document = name
            result.transform.field_transforms.extend(self.transforms(is_odd))
        if self.often(0.35):
            result.current_document.CopyFrom(self.precondition(exists, is_odd))
        if is_odd and self.often(0.05):
            result.update_mask.field_paths.append("a")
        return result

    def precondition(self, exists, is_odd):
        if self.often(0.6) or not (exists or is_odd):
            return Precondition(exists=exists != (is_odd and self.often(0.5)))
        return Precondition(update_time={"seconds": self.random.choice([1, 2]) if is_odd else 1})

    def transforms(self, is_odd):
        transforms = []
        for _ in range(self.random.choice([0 if is_odd else 1, 1, 1, 1, 2, 3])):
            path = self.odd_field() if is_odd and self.often(0.05) else self.random.choice(FIELDS)
            clashes = any(path.startswith(one.field_path) or one.field_path.startswith(path) for one in transforms)
            if not clashes or is_odd:
                transforms.append(self.transform(path, is_odd))
        return transforms

    def transform(self, path, is_odd):
        kind = self.random.choice(
            ["set_to_server_value", "increment", "increment", "maximum", "minimum", "append_missing_elements", "remove_all_from_array"]
        )
        if kind == "set_to_server_value":
            return Transform(field_path=path, set_to_server_value=0 if is_odd and self.often(0.1) else 1)
        if kind in ("increment", "maximum", "minimum"):
            number = Value(integer_value=self.random.choice(INTEGERS))
            if self.often(0.4):
                number = Value(double_value=self.random.choice(DOUBLES + ODD_DOUBLES))
            return Transform(field_path=path, **{kind: self.value() if is_odd and self.often(0.1) else number})
        values = [self.element(1) for _ in range(self.random.randint(0, 3))]
        return Transform(field_path=path, **{kind: {"values": values}})

    def change(self, existing, missing):
        """Returns a method and a request that writes some documents."""
        kind = self.random.random()
        is_odd = self.often(0.35)
        exists = self.often(0.7)
        name = self.random.choice(existing) if exists else missing
        if kind < 0.75:
            # If several errors occur, the server may choose which one it returns.
            names = [name] if is_odd else self.random.sample([*existing, missing], self.random.randint(1, 3))
            writes = [self.write(name, name != missing, is_odd) for name in names]
            method = "Commit" if kind < 0.65 else "BatchWrite"
            return method, Request[method](database=DATABASE, writes=writes)
        update = Document(name=name, fields=self.fields())
        if is_odd and self.often(0.5):
            update.fields["a"].CopyFrom(self.odd_value())
        if kind < 0.85:
            request = Request["UpdateDocument"](document=update)
            self.add_mask(request, "update_mask", is_odd)
            self.add_mask(request, "mask", is_odd)
            if self.often(0.3):
                request.current_document.exists = exists != is_odd
            return "UpdateDocument", request
        if kind < 0.95:
            parent, collection, id = name.rsplit("/", 2)
            update.ClearField("name")
            return "CreateDocument", Request["CreateDocument"](
                parent=parent, collection_id=collection, document_id=id if not is_odd else self.random.choice([id, "__x__", ".", "a/b"]), document=update
            )
        return "DeleteDocument", Request["DeleteDocument"](name=name, current_document=self.precondition(exists, is_odd))

    # Transactions: each step is a description, a method (or "begin" or "write") and its argument.

    def transaction(self):
        """Returns the steps of a transaction.

        There are no other writes during a read-write transaction, because Google's emulator would block them.
        """
        kind = self.random.choice([None, {"read_write": {}}, {"read_only": {}}, {"read_only": {"read_time": {}}}])
        is_read_only = kind is not None and "read_only" in kind
        steps = [self.outside_write() for _ in range(self.random.randint(0, 2))]
        steps.append((f"begin {'read-only' if is_read_only else 'read-write'}{' earlier' * ('read_time' in str(kind))}", "begin", kind))
        for _ in range(self.random.randint(1, 5)):
            if is_read_only and self.often(0.4):
                steps.append(self.outside_write())
            else:
                steps.append(self.transactional_read(self.random.choice(["in it", "in it", "in it", "earlier"])))
        writes = [] if is_read_only and self.often(0.8) else [Write(update=Document(name=f"{ROOT}/t/a", fields=self.fields()))]
        commit = ("commit", "Commit", Request["Commit"](database=DATABASE, writes=writes))
        rollback = ("rollback", "Rollback", Request["Rollback"](database=DATABASE))
        steps += self.random.choice([[commit], [rollback], [commit, rollback], [rollback, commit], [commit, commit]])
        return [*steps, self.transactional_read("in it"), self.transactional_read("without")]

    def outside_write(self):
        name = f"{ROOT}/t/{self.random.choice('abc')}"
        is_delete = self.often(0.3)
        return ("write", "write", Write(delete=name) if is_delete else Write(update=Document(name=name, fields=self.fields())))

    def transactional_read(self, where):
        method = self.random.choice(["GetDocument", "ListDocuments", "RunQuery", "BatchGetDocuments", "RunAggregationQuery"])
        structured_query = Query(from_=[{"collection_id": "t"}])
        if self.often(0.5):
            structured_query.order_by.add(field={"field_path": "a"})
        nested = AggregationQuery(structured_query=structured_query, aggregations=[Aggregation(count={})])
        arguments = {
            "GetDocument": {"name": f"{ROOT}/t/{self.random.choice('abc')}"},
            "ListDocuments": {"parent": ROOT, "collection_id": "t", "page_size": self.random.choice([0, 1])},
            "RunQuery": {"parent": ROOT, "structured_query": structured_query},
            "BatchGetDocuments": {"database": DATABASE, "documents": [f"{ROOT}/t/{id}" for id in "abc"]},
            "RunAggregationQuery": {"parent": ROOT, "structured_aggregation_query": nested},
        }
        return (f"{method} {where}", method, Request[method](**arguments[method]))
