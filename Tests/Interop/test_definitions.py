"""The definitions of Firestore's messages match those of Google's library."""

import pathlib
import re
import unittest

from google.cloud.firestore_v1.types import (
    aggregation_result,
    common,
    document,
    firestore,
    query,
    query_profile,
    write,
)
from google.protobuf.descriptor import FieldDescriptor
from google.rpc import status_pb2
from google.type import latlng_pb2

ROOT = pathlib.Path(__file__).resolve().parents[2] / "Sources/TaneFirestoreMessages/Definitions"

LEFT_OUT = {
    # Fields that have no effect in the emulator.
    "request_options",
    "labels",
    "unchanged_names",
    # Nearest-neighbor queries and explained queries are rejected regardless of these fields.
    "query_vector",
    "distance_measure",
    "distance_result_field",
    "distance_threshold",
    "explain_metrics",
    # Parts of pipelines, which documents cannot contain.
    "field_reference_value",
    "variable_reference_value",
    "function_value",
    "pipeline_value",
}
"""Fields of the library that the definitions omit."""

OF_APPS = {("google.firestore.v1.Write", "verify", 5, "string", False)}
"""Fields of the client libraries for phones, which Google's server libraries omit."""

TYPES = {
    getattr(FieldDescriptor, f"TYPE_{name.upper()}"): name
    for name in ["double", "int64", "int32", "bool", "string", "bytes"]
}


def definitions():
    """Returns all fields, enum values and messages of the definitions."""
    fields, values, messages = set(), set(), set()
    for path in ROOT.rglob("*.proto"):
        text = re.sub(r"//.*", "", path.read_text())
        package = re.search(r"package ([\w.]+);", text)[1]
        text = re.sub(r"service \w+ {.*?}\n", "", text, flags=re.S)
        stack = []
        for token in re.finditer(
            r"(message|enum|oneof) (\w+) {|(})|(repeated |)((?:map<[\w, .]+>)|[\w.]+) (\w+) = (\d+);"
            r"|(\w+) = (\d+);",
            text,
        ):
            kind, name, close, label, type_name, field, number, value, value_number = token.groups()
            if kind:
                stack.append((kind, name))
            elif close:
                stack.pop()
            scope = ".".join([package] + [name for kind, name in stack if kind != "oneof"])
            if kind == "message":
                messages.add(scope)
            if field:
                entry = re.fullmatch(r"map<string, (\w+)>", type_name)
                if entry:
                    nested = "".join(part.title() for part in field.split("_")) + "Entry"
                    messages.add(f"{scope}.{nested}")
                    fields.add((f"{scope}.{nested}", "key", 1, "string", False))
                    fields.add((f"{scope}.{nested}", "value", 2, entry[1], False))
                    label, type_name = "repeated ", nested
                fields.add((scope, field, int(number), type_name, bool(label)))
            elif value:
                values.add((scope, value, int(value_number)))
    return fields, values, messages


def library():
    """Returns all fields and enum values of the library."""
    fields, values = set(), set()
    open_ones = [status_pb2.Status.DESCRIPTOR, latlng_pb2.LatLng.DESCRIPTOR]
    for module in (aggregation_result, common, document, firestore, query, query_profile, write):
        for name in module.__protobuf__.manifest:
            kind = getattr(module, name)
            if hasattr(kind, "pb"):
                open_ones.append(kind.pb().DESCRIPTOR)
    while open_ones:
        message = open_ones.pop()
        open_ones += message.nested_types
        for enum in message.enum_types:
            values.update((enum.full_name, value.name, value.number) for value in enum.values)
        for field in message.fields:
            kind = field.message_type or field.enum_type
            # The library appends an underscore to "from", which is a Python keyword.
            fields.add(
                (
                    message.full_name,
                    field.name.rstrip("_"),
                    field.number,
                    kind.full_name if kind else TYPES[field.type],
                    field.is_repeated,
                )
            )
    return fields, values


class Definitions(unittest.TestCase):
    def test_have_the_names_numbers_types_and_labels_of_the_library(self):
        mine, my_values, messages = definitions()
        theirs, their_values = library()
        self.assertGreater(len(mine), 150)
        # The library's type names are fully qualified; those of the definitions may be relative.
        full = {(scope, name): kind for scope, name, _, kind, _ in theirs}
        resolved = {
            (scope, name, number, full[scope, name], label)
            if full.get((scope, name), kind).endswith(f".{kind}")
            else (scope, name, number, kind, label)
            for scope, name, number, kind, label in mine
        }
        self.assertEqual(resolved - theirs, OF_APPS)
        missing = {field for field in theirs - resolved if field[0] in messages}
        self.assertEqual(
            {field for field in missing if field[1] not in LEFT_OUT and "FindNearest" not in field[0]},
            set(),
        )
        scopes = {scope for scope, _, _ in my_values}
        self.assertEqual(my_values, {value for value in their_values if value[0] in scopes})


if __name__ == "__main__":
    unittest.main()
