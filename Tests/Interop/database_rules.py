"""A model of the Realtime Database's security rules, without code shared with Tane.

The model says UNDECIDED where its sources are silent or contradict each other. The comments name these sources:

- "reference" is https://firebase.google.com/docs/reference/security/database, and "guide" the pages below
  https://firebase.google.com/docs/database/security.
- "regex page" is https://firebase.google.com/docs/reference/security/database/regex.
- "recorded" is test/spec/lib/parser/fixtures.json of github.com/goldibex/targaryen, which is what Firebase's servers
  answered to rules that its authors had published, and "targaryen" is the behavior of that library, without a record.
- "captured" is packages/conformance/observations/rtdb-rules of github.com/davideast/pyric, which is what Firebase's
  servers answered in 2026.
"""

import math
import re
from dataclasses import dataclass, field


class _Undecided:
    def __repr__(self):
        return "UNDECIDED"

    def __bool__(self):
        raise TypeError("UNDECIDED is neither true nor false")


UNDECIDED = _Undecided()
"""The outcome where the sources say too little."""


class LoadError(Exception):
    """Rules that cannot be loaded."""


class RuleError(Exception):
    """An error while a rule is evaluated; the rule fails (reference: parent() "will fail, causing the current rule
    expression to be skipped (as a failure)"; recorded also for `!`, `?:` and the left side of `||`)."""


class Unknown(Exception):
    """What the sources do not decide."""


# Data


@dataclass
class Node:
    """A node of the tree: a leaf has a value, other nodes have children; a node without both does not exist."""

    value: object = None
    priority: object = None
    children: dict = field(default_factory=dict)

    @property
    def exists(self):
        return self.value is not None or bool(self.children)

    def child(self, key):
        return self.children.get(key) or Node()

    def at(self, path):
        node = self
        for key in path:
            node = node.child(key)
        return node

    def setting(self, path, node):
        """Returns the tree with another node at a path; nodes that lose all children vanish with their priority."""
        if not path:
            return node
        changed = self.child(path[0]).setting(path[1:], node)
        children = {key: child for key, child in self.children.items() if key != path[0]}
        if changed.exists:
            return Node(None, self.priority, children | {path[0]: changed})
        if self.value is not None:
            return self
        return Node(None, self.priority, children) if children else Node()


def tree(data, now=0):
    """Returns the node of JSON data in the REST API's format, with `.priority`, `.value` and server timestamps."""
    if not isinstance(data, dict):
        if isinstance(data, list):
            data = {str(index): item for index, item in enumerate(data)}
        else:
            return Node(data)
    priority = tree(data.get(".priority"), now).value
    if data.get(".sv") == "timestamp":
        return Node(now, priority)
    if ".value" in data:
        node = tree(data[".value"], now)
        return Node(node.value, priority if node.exists else None)
    children = {key: tree(item, now) for key, item in data.items() if not key.startswith(".")}
    children = {key: child for key, child in children.items() if child.exists}
    return Node(None, priority if children else None, children)


def keys(path):
    return tuple(key for key in path.split("/") if key)


@dataclass(frozen=True)
class Snapshot:
    """A RuleDataSnapshot."""

    root: Node
    path: tuple

    @property
    def node(self):
        return self.root.at(self.path)

    def child(self, path):
        if not isinstance(path, str):
            raise RuleError("the path is no string")  # recorded
        parts = path.split("/")
        if "" in parts:
            raise Unknown("an empty path, or a path with an empty key")
        # Keys that no node can have are not an error; nothing is there (recorded; targaryen's issue 136).
        return Snapshot(self.root, (*self.path, *parts))

    def parent(self):
        if not self.path:
            raise RuleError("the root has no parent")  # reference, recorded
        return Snapshot(self.root, self.path[:-1])

    def val(self):
        # Reference: a snapshot with children has "a special sentinel value".
        return CHILDREN if self.node.children else self.node.value


class _Children:
    def __repr__(self):
        return "CHILDREN"


CHILDREN = _Children()
"""What val() returns for a node with children."""


class _NoLength:
    """The length of a value that is no string: fails in comparisons and calls (recorded); otherwise undecided."""


NO_LENGTH = _NoLength()

# Tokens

TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>\d+(?:\.\d+)?(?![\w.]))
    | (?P<name>[A-Za-z_$][A-Za-z0-9_$]*)
    | (?P<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")
    | (?P<operator>===|!==|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()\[\]])
    )""",
    re.VERBOSE,
)
REGEX = re.compile(r"\s*/((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([A-Za-z]*)")


def tokens(text):
    """Splits an expression; a slash starts a regular expression where no operand is before it."""
    if re.search(r"//|/\*", re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "''", text)) and "/" in text:
        # Slashes can also be in regular expressions, such as /\//.
        if re.search(r"(^|[^\\])(//|/\*)", text):
            raise Unknown("comments in expressions, or two slashes")
    found, at = [], 0
    while text[at:].strip():
        operand = found and (found[-1][0] in ("number", "name", "string", "regex") or found[-1][1] in (")", "]"))
        rest = text[at:].lstrip()
        if rest[0] == "/" and not operand:
            match = REGEX.match(text, at)
            if not match:
                raise LoadError("an unterminated regular expression")
            found.append(("regex", match[1], match[2]))
        else:
            match = TOKEN.match(text, at)
            if not match:
                if rest[0] in "0123456789.":
                    raise Unknown("numbers other than decimals")
                if rest[0] == ";" and not rest[1:].strip(" ;"):
                    raise Unknown("a semicolon at the end")
                if not rest[0].isascii():
                    raise Unknown("names with other letters")
                raise LoadError(f"an unknown character: {rest[0]}")
            kind = match.lastgroup
            if match[kind] == "." and (found and found[-1][0] == "number"):
                raise Unknown("a point after a number")
            if kind == "number" and len(match[kind]) > 1 and match[kind][0] == "0" and match[kind][1] != ".":
                raise Unknown("leading zeros")
            if kind == "operator" and match[kind] in "+-" and rest[1:2] == match[kind]:
                raise Unknown("two signs without a space")
            found.append((kind, match[kind]))
        at = match.end()
    return found


def unquoted(literal):
    result = ""
    at = 1
    while at < len(literal) - 1:
        if literal[at] == "\\":
            at += 1
            if literal[at] not in "'\"\\/":
                raise Unknown(f"the escape \\{literal[at]}")
        result += literal[at]
        at += 1
    return result


# Regular expressions


class Pattern:
    """A regular expression of the supported subset (regex page), translated for Python.

    The anchors stand only at the beginning and at the end of the pattern, not in groups, and alternatives are not
    empty (recorded). Targaryen reads signs at the beginning of a group literally; other sources do not mention this.
    """

    def __init__(self, source, flags):
        if flags not in ("", "i"):
            raise LoadError(f"the flags {flags}")  # recorded
        self.source, self.at, self.special = source, 0, flags == "i"
        text = ""
        self.anchors = [self.take("^"), False]
        text += self.alternatives()
        self.anchors[1] = self.take("$")
        if self.at < len(source):
            raise LoadError(f"{source[self.at]} is not allowed here")
        if any(self.anchors) and self.alternated:
            raise Unknown("whether an anchor belongs to one alternative")
        self.regex = re.compile(
            r"\A" * self.anchors[0] + text + r"\Z" * self.anchors[1], re.ASCII | (re.IGNORECASE if flags else 0)
        )

    alternated = False

    def peek(self):
        return self.source[self.at : self.at + 1]

    def take(self, character):
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def alternatives(self, depth=0):
        found = [self.sequence(depth)]
        while self.take("|"):
            if not depth:
                self.alternated = True
            found.append(self.sequence(depth))
        return "|".join(found)

    def sequence(self, depth):
        text = ""
        while (peek := self.peek()) and peek not in "|)":
            if peek == "$" and not depth and self.at == len(self.source) - 1:
                break
            if peek in "^$":
                raise LoadError(f"{peek} inside a pattern")  # regex page, recorded
            text += self.repeated(self.one(depth))
        if not text:
            if depth and self.source[self.at - 1 : self.at] in ("|",):
                raise LoadError("an empty alternative")  # recorded: /^(foo|)$/
            raise Unknown("an empty pattern or alternative")
        return text

    def one(self, depth):
        character = self.peek()
        self.at += 1
        if character == "\\":
            return self.escape()
        if character == "[":
            return self.set()
        if character == "(":
            if self.peek() in ("?", "*", "+", "{", "|", ")", ""):
                raise Unknown("a group that starts with a sign")
            text = self.alternatives(depth + 1)
            if not self.take(")"):
                raise LoadError("an unterminated group")
            return f"({text})"
        if character in "*+?{]":
            raise Unknown(f"{character} without something to repeat or to close")
        return "." if character == "." else re.escape(character)

    def escape(self):
        character = self.peek()
        self.at += 1
        if character and character in "swdSWD":
            self.special = True
            return f"\\{character}"
        if not character or character.isalnum() or not character.isascii():
            raise Unknown(f"the escape \\{character}")
        return re.escape(character)

    def set(self):
        text = "[^" if self.take("^") else "["
        items = []
        while not self.take("]"):
            if not self.peek():
                raise LoadError("an unterminated set")
            if self.peek() in ("[", "/"):
                raise Unknown("a bracket or a slash in a set")
            start = self.source[self.at]
            self.at += 1
            literal = start != "\\"
            item = re.escape(start) if literal else self.escape()
            if self.peek() == "-" and self.source[self.at + 1 : self.at + 2] not in ("]", ""):
                end = self.source[self.at + 1]
                if not (start.isalnum() and end.isalnum() and start.isascii() and end.isascii() and start <= end):
                    raise Unknown("a range of other characters")
                self.at += 2
                item = f"{start}-{end}"
            items.append(item)
        if not items:
            raise Unknown("an empty set")
        return text + "".join(items) + "]"

    def repeated(self, text):
        sign = self.peek()
        if sign and sign in "*+?":
            self.at += 1
        elif sign == "{":
            match = re.compile(r"\{(\d+)(,(\d*))?\}").match(self.source, self.at)
            if not match or (match[3] and int(match[1]) > int(match[3])):
                raise Unknown("a brace")
            sign, self.at = match[0], match.end()
        else:
            return text
        if self.peek() and self.peek() in "*+?{":
            raise Unknown("a repeated repetition")
        return text + sign

    def matches(self, subject):
        if re.search(r"[\n\r\x0b\x85\u2028\u2029]", subject) or any(ord(c) > 0xFFFF for c in subject):
            raise Unknown("lines, and characters outside the Basic Multilingual Plane")
        if self.special and not (subject.isascii() and self.source.isascii()):
            raise Unknown("the case and the class of other letters")
        return self.regex.search(subject) is not None


# Expressions


@dataclass
class Expression:
    """A node of the syntax tree; `type` is what is known of its values before it is evaluated.

    The types are bool, num, str, null, snap, query, list, regex, order (query.orderByChild), prim (val(): any of bool,
    num, str, null), any (auth and its properties), and method.
    """

    kind: str
    operands: list
    value: object = None
    type: str = None


BINARY = [["||"], ["&&"], ["==", "!=", "===", "!=="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]]


class Parser:
    """A recursive parser with JavaScript's precedence (reference: "a subset of JavaScript's expression syntax")."""

    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0

    def parse(self):
        expression = self.ternary()
        if self.at < len(self.tokens):
            raise LoadError("more than one expression")
        return expression

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def next(self):
        token = self.peek()
        self.at += 1
        return token

    def take(self, *operators):
        token = self.peek()
        if token[0] == "operator" and token[1] in operators:
            self.at += 1
            return token[1]
        return None

    def expect(self, operator):
        if not self.take(operator):
            raise LoadError(f"{operator} is missing")

    def ternary(self):
        test = self.binary(0)
        if not self.take("?"):
            return test
        yes = self.ternary()
        self.expect(":")
        return Expression("?:", [test, yes, self.ternary()])

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while operator := self.take(*BINARY[level]):
            left = Expression(operator, [left, self.binary(level + 1)])
        return left

    def unary(self):
        if operator := self.take("!", "-", "+"):
            if operator == "+":
                raise Unknown("a plus sign before an operand")
            return Expression("negative" if operator == "-" else "!", [self.unary()])
        return self.postfix()

    def postfix(self):
        expression = self.primary()
        while operator := self.take(".", "[", "("):
            if operator == ".":
                kind, name, *_ = self.next()
                if kind != "name":
                    raise LoadError("a name is missing after the point")
                expression = Expression("member", [expression], name)
            elif operator == "[":
                index = self.ternary()
                self.expect("]")
                expression = Expression("index", [expression, index])
            else:
                expression = Expression("call", [expression, *self.list(")")])
        return expression

    def list(self, end):
        items = []
        if self.take(end):
            return items
        while True:
            items.append(self.ternary())
            if self.take(end):
                return items
            self.expect(",")
            if self.peek() == ("operator", "]"):
                raise Unknown("a comma at the end of a list")

    def primary(self):
        kind, text, *more = self.next()
        if kind == "number":
            return Expression("literal", [], float(text) if "." in text else int(text))
        if kind == "string":
            return Expression("literal", [], unquoted(text))
        if kind == "regex":
            return Expression("literal", [], Pattern(text, more[0]))
        if kind == "name":
            literals = {"true": True, "false": False, "null": None}
            return Expression("literal", [], literals[text]) if text in literals else Expression("name", [], text)
        if text == "(":
            expression = self.ternary()
            self.expect(")")
            return expression
        if text == "[":
            return Expression("list", self.list("]"))
        raise LoadError(f"{text or 'the end'} is unexpected")


# Types

STRING_METHODS = {
    "contains": (["str"], "bool"),
    "beginsWith": (["str"], "bool"),
    "endsWith": (["str"], "bool"),
    "replace": (["str", "str"], "str"),
    "toLowerCase": ([], "str"),
    "toUpperCase": ([], "str"),
    "matches": (["regex"], "bool"),
}
SNAPSHOT_METHODS = {
    "val": ([], "prim"),
    "child": (["str"], "snap"),
    "parent": ([], "snap"),
    "hasChild": (["str"], "bool"),
    "hasChildren": (None, "bool"),
    "exists": ([], "bool"),
    "getPriority": ([], "prim"),
    "isString": ([], "bool"),
    "isNumber": ([], "bool"),
    "isBoolean": ([], "bool"),
}
# Guide, "Query-based rules": a boolean for each other order, "string or null" for the child.
QUERY = {
    "orderByChild": "order",
    "orderByKey": "bool",
    "orderByValue": "bool",
    "orderByPriority": "bool",
    "startAt": "prim",
    "endAt": "prim",
    "equalTo": "prim",
    "limitToFirst": "num",
    "limitToLast": "num",
}
UNSURE = {"prim", "any"}
PRIMITIVE = {"bool", "num", "str", "null", "prim"}


class Checker:
    """Finds types before rules are evaluated.

    Operands whose type is unsure (val() and properties of auth) are checked when they are evaluated, except where a
    boolean is required: `!`, `&&`, `||`, the condition of `?:` and the rule itself (recorded for the rule; Firebase says
    "! only operates on booleans" for val() in issue 12 of FirebaseExtended/bolt; targaryen).
    """

    def __init__(self, names):
        self.names = names

    def check(self, expression):
        for operand in expression.operands:
            self.check(operand)
        expression.type = self.type(expression, *expression.operands)
        return expression.type

    def need(self, operand, *types):
        """Requires one of the types, or one that is unsure."""
        if operand.type in types or operand.type in UNSURE:
            return
        if operand.type in ("null", "list", "regex", "order", "query"):
            raise Unknown(f"{operand.type} where {types} is needed")
        raise LoadError(f"{operand.type} instead of {types}")

    def boolean(self, operand):
        if operand.type == "order":
            raise Unknown("query.orderByChild as a boolean")
        if operand.type != "bool":
            raise LoadError(f"{operand.type} instead of a boolean")

    def type(self, expression, *operands):
        match expression.kind:
            case "literal":
                for python, name in [(bool, "bool"), ((int, float), "num"), (str, "str"), (Pattern, "regex")]:
                    if isinstance(expression.value, python):
                        return name
                return "null"
            case "name":
                if expression.value not in self.names:
                    raise LoadError(f"{expression.value} is unknown")  # recorded
                if self.names[expression.value] is None:
                    raise Unknown("query in a rule for writes")
                return self.names[expression.value]
            case "list":
                return "list"
            case "!" | "&&" | "||":
                for operand in operands:
                    self.boolean(operand)
                return "bool"
            case "negative":
                self.need(operands[0], "num")
                return "num"
            case "?:":
                self.boolean(operands[0])
                types = {operand.type for operand in operands[1:]}
                if len(types) == 1:
                    return types.pop()
                if types <= PRIMITIVE:
                    return "prim"
                raise Unknown("a condition with results of other types")
            case "==" | "===" | "!=" | "!==":
                return self.equality(*operands)
            case "<" | "<=" | ">" | ">=":
                for operand in operands:
                    self.need(operand, "num", "str")  # recorded: not compared with a boolean
                if not UNSURE & {operand.type for operand in operands} and operands[0].type != operands[1].type:
                    raise Unknown("whether strings may be compared with numbers")
                return "bool"
            case "+":
                for operand in operands:
                    self.need(operand, "num", "str")
                types = {operand.type for operand in operands}
                return "str" if "str" in types else "num" if types == {"num"} else "prim"
            case "-" | "*" | "/" | "%":
                for operand in operands:
                    self.need(operand, "num")
                return "num"
            case "member":
                return self.member(operands[0], expression.value)
            case "index":
                return self.index(*operands)
            case "call":
                return self.call(*operands)

    def equality(self, left, right):
        if "order" in (left.type, right.type):
            # The message of Firebase in issue 944 of firebase/firebase-tools: "right operand must be an ordering or
            # string literal when comparing against an ordering". Null is recorded.
            if left.type != "order" or right.type == "order":
                raise Unknown("the order on the right")
            if right.kind != "literal" or right.type not in ("str", "null"):
                raise LoadError("the order is compared with something else than a literal")
            return "bool"
        types = {left.type, right.type}
        if "snap" in types or "method" in types:
            raise LoadError("a snapshot or method is compared")  # recorded for snapshots
        if types & {"list", "regex", "query"}:
            raise Unknown("lists, regular expressions and queries in comparisons")
        if not types & (UNSURE | {"null"}) and len(types) > 1:
            raise Unknown("whether values of different types may be compared")
        return "bool"

    def member(self, target, name):
        match target.type:
            case "any":
                return "any"
            case "snap":
                if name in SNAPSHOT_METHODS:
                    return "method"
            case "str" | "prim":
                if name == "length":
                    return "num"
                if name in STRING_METHODS:
                    return "method"  # recorded: val() has only the methods of strings
            case "query":
                if name in QUERY:
                    return QUERY[name]
            case "num" | "bool" | "method":
                pass
            case _:
                raise Unknown(f"a property of {target.type}")
        raise LoadError(f"{target.type} has no {name}")

    def index(self, target, index):
        literal = index.kind == "literal" and index.type == "str"
        if target.type == "any":
            if index.type not in ("str", *UNSURE):
                raise Unknown("an index that is no string")
            return "any"
        if target.type == "snap":
            if literal:
                return self.member(target, index.value)  # recorded
            raise LoadError("a property of a snapshot that is not a literal")  # recorded
        raise Unknown(f"an index of {target.type}")

    def call(self, callee, *arguments):
        if callee.kind not in ("member", "index"):
            raise LoadError("something that is no method is called")
        target = callee.operands[0]
        name = callee.value
        if callee.kind == "index":
            name = callee.operands[1].value if callee.operands[1].kind == "literal" else None
        if target.type == "any":
            # Recorded: properties of auth are called as strings.
            if name is None:
                raise Unknown("a method of auth with a computed name")
            if name not in STRING_METHODS:
                raise LoadError(f"strings have no {name}")
        elif callee.type != "method":
            raise LoadError("something that is no method is called")
        types, result = (SNAPSHOT_METHODS if target.type == "snap" else STRING_METHODS)[name]
        callee.value = name
        if types is None:
            self.keys(arguments)
            return result
        if len(arguments) != len(types):
            raise LoadError(f"{name} has {len(types)} arguments")
        for argument, expected in zip(arguments, types):
            if expected == "regex":
                if argument.type in UNSURE:
                    raise Unknown("a regular expression that is not a literal")
                if argument.type != "regex":
                    raise LoadError("matches needs a regular expression")  # recorded for strings
            else:
                self.need(argument, expected)  # recorded for numbers
        return result

    def keys(self, arguments):
        if not arguments:
            return
        # Recorded: one list, of strings; targaryen for the empty list.
        if len(arguments) > 1 or arguments[0].kind != "list":
            raise LoadError("hasChildren needs one list")
        if not arguments[0].operands:
            raise LoadError("hasChildren needs keys")
        for item in arguments[0].operands:
            self.need(item, "str")


# Values


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def plain(text):
    """Requires a string whose characters are one UTF-16 unit each, because the sources do not mention others."""
    if any(ord(character) > 0xFFFF for character in text):
        raise Unknown("characters outside the Basic Multilingual Plane")
    return text


def equal(left, right):
    if NO_LENGTH in (left, right):
        raise Unknown("the length of a value that is no string")
    if left is None or right is None:
        return left is right
    for value in (left, right):
        if isinstance(value, list):
            raise Unknown("lists in comparisons")
    if left is CHILDREN and right is CHILDREN or isinstance(left, dict) and isinstance(right, dict):
        raise Unknown("whether two values with children are equal")
    if is_number(left) and is_number(right):
        if math.isnan(left) and math.isnan(right):
            raise Unknown("whether NaN equals NaN")
        if left == right == 0 and math.copysign(1, left) != math.copysign(1, right):
            raise Unknown("whether zero equals negative zero")
        return left == right
    # Values of different types are not equal; nothing is coerced (recorded).
    return type(left) is type(right) and left == right


def absence(value):
    return "null" if value is None or value is NO_LENGTH else "children" if value is CHILDREN else "other"


def compared(operator, left, right):
    if isinstance(left, str) and isinstance(right, str):
        plain(left), plain(right)
    elif not (is_number(left) and is_number(right)):
        if {absence(left), absence(right)} in ({"null"}, {"children"}):
            raise Unknown("comparisons of null with null")  # not an error in targaryen
        raise RuleError("values of different types are compared")  # recorded
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]


def shown(value):
    """Returns a number as in a concatenation."""
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return "NaN"  # recorded
    if value != int(value) or abs(value) > 2**53 or value == 0 and math.copysign(1, value) < 0:
        raise Unknown("the digits of a number in a string")
    return str(int(value))


def calculated(operator, left, right):
    if operator == "+" and (isinstance(left, str) or isinstance(right, str)):
        for value in (left, right):
            if not isinstance(value, str) and not is_number(value):
                raise RuleError("something else than strings and numbers is added")
        return shown(left) + shown(right)  # recorded: a number after a string is appended
    if not (is_number(left) and is_number(right)):
        raise RuleError("something else than numbers is calculated")  # recorded
    if math.isnan(left) or math.isnan(right):
        return math.nan
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/":
            result = left / right if right else math.nan  # recorded: 1/0 is NaN
        case "%":
            result = math.fmod(left, right) if right else math.nan
    if math.isinf(result) or abs(result) > 2**53:
        raise Unknown("large numbers")
    return result


def string_method(name, target, arguments):
    if not isinstance(target, str):
        raise RuleError("the target is no string")  # recorded
    if name == "matches":
        return arguments[0].matches(target)
    if not all(isinstance(argument, str) for argument in arguments):
        raise RuleError("an argument is no string")  # recorded
    match name:
        case "contains":
            return arguments[0] in target
        case "beginsWith":
            return target.startswith(arguments[0])
        case "endsWith":
            return target.endswith(arguments[0])
        case "replace":
            if not arguments[0]:
                raise Unknown("the empty string is replaced")
            return target.replace(*arguments)  # reference, captured: replaces all
    if not target.isascii():
        raise Unknown("the case of other letters")
    return target.lower() if name == "toLowerCase" else target.upper()


def has_children(snapshot, names):
    if names is None:
        return bool(snapshot.node.children)
    found = True
    for name in names:
        if not isinstance(name, str):
            if not found:
                raise Unknown("whether keys after a missing key are checked")
            raise RuleError("a key is no string")  # recorded
        found = found and snapshot.child(name).node.exists
    return found


def member(target, name):
    """Returns a property of auth, a string's length or a property of a query."""
    if isinstance(target, Query):
        return target.property(name)
    if name == "length" and not isinstance(target, dict):
        return len(plain(target)) if isinstance(target, str) else NO_LENGTH
    if target is None:
        return None  # recorded: properties of null are null
    if isinstance(target, dict):
        return target.get(name)
    raise Unknown("a property of a value that is no object")


def evaluated(expression, names):
    kind, operands = expression.kind, expression.operands
    value = lambda index: evaluated(operands[index], names)
    match kind:
        case "literal":
            return expression.value
        case "name":
            return names[expression.value]
        case "list":
            return [evaluated(operand, names) for operand in operands]
        case "&&":
            return value(0) and value(1)
        case "||":
            return value(0) or value(1)
        case "!":
            return not value(0)
        case "?:":
            return value(1) if value(0) else value(2)
        case "negative":
            operand = value(0)
            if not is_number(operand):
                raise RuleError("something else than a number is negated")  # recorded
            return -operand
        case "==" | "===":
            return equal(value(0), value(1))
        case "!=" | "!==":
            return not equal(value(0), value(1))
        case "<" | "<=" | ">" | ">=":
            return compared(kind, value(0), value(1))
        case "+" | "-" | "*" | "/" | "%":
            return calculated(kind, value(0), value(1))
        case "member":
            return member(value(0), expression.value)
        case "index":
            target, name = value(0), value(1)
            if not isinstance(name, str):
                raise Unknown("an index that is no string")
            return member(target, name)
        case "call":
            callee, *arguments = operands
            target = evaluated(callee.operands[0], names)
            arguments = [evaluated(argument, names) for argument in arguments]
            return method(target, callee.value, arguments)


def method(target, name, arguments):
    if not isinstance(target, Snapshot):
        return string_method(name, target, arguments)
    match name:
        case "val":
            return target.val()
        case "child":
            return target.child(arguments[0])
        case "parent":
            return target.parent()
        case "hasChild":
            return target.child(arguments[0]).node.exists
        case "hasChildren":
            return has_children(target, arguments[0] if arguments else None)
        case "exists":
            return target.node.exists
        case "getPriority":
            return target.node.priority
        case "isString":
            return isinstance(target.val(), str)
        case "isNumber":
            return is_number(target.val())
        case "isBoolean":
            return isinstance(target.val(), bool)


@dataclass
class Query:
    """The query of a read, with the parameters of the REST API."""

    parameters: dict

    def property(self, name):
        order = self.parameters.get("orderBy")
        # Recorded: without a query, orderByKey is true and the other orders are false.
        special = {"orderByKey": "$key", "orderByValue": "$value", "orderByPriority": "$priority"}
        if name in special:
            return (order or "$key") == special[name]
        if name == "orderByChild":
            return order if order and not order.startswith("$") else None
        if name in ("startAt", "endAt") and "equalTo" in self.parameters:
            raise Unknown("the bounds of an equality")
        if name == "equalTo" and {"startAt", "endAt"} <= self.parameters.keys():
            raise Unknown("the equality of two bounds")
        return self.parameters.get(name)


# Rules


@dataclass
class Rules:
    """The rules of a location: expressions by kind, and rules of children; `wildcard` is a name and its rules."""

    expressions: dict = field(default_factory=dict)
    children: dict = field(default_factory=dict)
    wildcard: tuple = None

    def child(self, key):
        """Returns the rules of a child and the variable that is bound; a literal key hides the wildcard."""
        if key in self.children:
            return self.children[key], {}
        if self.wildcard:
            name, rules = self.wildcard
            return rules, {name: key}
        return None, {}

    def along(self, path):
        """Returns the rules at the locations from the root to a path, with the path and the variables of each."""
        found, rules, variables = [], self, {}
        for count in range(len(path) + 1):
            found.append((path[:count], rules, variables))
            if count < len(path):
                rules, bound = rules.child(path[count])
                variables = variables | bound
                if rules is None:
                    break
        return found


def expression_of(rule, kind, variables):
    if isinstance(rule, bool):
        return Expression("literal", [], rule, "bool")
    if not isinstance(rule, str):
        raise LoadError(f"{kind} is neither a string nor a boolean")
    names = {"auth": "any", "now": "num", "root": "snap", "data": "snap", "query": "query"}
    if kind != ".read":
        # Reference: only .read has no access to newData. The guide introduces query with .read only.
        names |= {"newData": "snap", "query": None}
    expression = Parser(rule).parse()
    if Checker(names | {name: "str" for name in variables}).check(expression) != "bool":
        if expression.type == "order":
            raise Unknown("query.orderByChild as a rule")
        raise LoadError("the rule is no boolean")
    return expression


def load(document):
    """Returns rules, a list of errors, or UNDECIDED."""
    errors, unknown = [], []

    def attempt(location, function, *arguments):
        try:
            return function(*arguments)
        except LoadError as error:
            errors.append(f"{location}: {error}")
        except Unknown as error:
            unknown.append(f"{location}: {error}")
        return None

    def rules_of(node, location, variables):
        if not isinstance(node, dict):
            errors.append(f"{location}: rules are an object")
            return Rules()
        rules = Rules()
        wildcards = [key for key in node if key.startswith("$")]
        if len(wildcards) > 1:
            errors.append(f"{location}: two variables")  # targaryen
        for key, item in node.items():
            where = f"{location}/{key}"
            if key in (".read", ".write", ".validate"):
                rules.expressions[key] = attempt(where, expression_of, item, key, variables)
            elif key == ".indexOn":
                if not isinstance(item, str) and not (
                    isinstance(item, list) and all(isinstance(one, str) for one in item)
                ):
                    errors.append(f"{where}: an index is a key or a list of keys")
            elif key.startswith("."):
                errors.append(f"{where}: this kind of rule is unknown")
            elif key.startswith("$"):
                if not re.fullmatch(r"\$[A-Za-z_][A-Za-z0-9_]*", key):
                    unknown.append(f"{where}: the name of a variable")
                if key in variables:
                    errors.append(f"{where}: the variable is bound already")  # targaryen
                rules.wildcard = (key, rules_of(item, where, {*variables, key}))
            else:
                if not key or re.search(r"[.$#\[\]/\x00-\x1f\x7f]", key):
                    unknown.append(f"{where}: the key")
                rules.children[key] = rules_of(item, where, variables)
        return rules

    if not isinstance(document, dict) or list(document) != ["rules"]:
        return ["the document has one property, rules"]
    rules = rules_of(document["rules"], "", set())
    return errors or (UNDECIDED if unknown else rules)


# Requests


def holds(expression, names):
    try:
        return evaluated(expression, names)
    except RuleError:
        return False
    except Unknown:
        return UNDECIDED


def any_of(outcomes):
    found = False
    for outcome in outcomes:
        if outcome is True:
            return True
        if outcome is UNDECIDED:
            found = UNDECIDED
    return found


def all_of(outcomes):
    found = True
    for outcome in outcomes:
        if outcome is False:
            return False
        if outcome is UNDECIDED:
            found = UNDECIDED
    return found


def granted(kind, rules, path, names, before, after=None):
    """Whether a rule at the location or above it grants access (guide: rules cascade, and deeper rules never revoke)."""

    def outcome(location, one, variables):
        data = {"data": Snapshot(before, location)}
        if after is not None:
            data["newData"] = Snapshot(after, location)
        return holds(one.expressions[kind], names | variables | data)

    return any_of(outcome(*step) for step in rules.along(path) if kind in step[1].expressions)


def valid(rules, path, names, before, after):
    """Whether all .validate rules hold where new data exists, from the root down to everything that was written.

    Captured (r15-validate-ancestor-scope): also the rules above the written location hold, for the merged data.
    """

    def outcomes(location, one, variables):
        if ".validate" in one.expressions and after.at(location).exists:
            data = {"data": Snapshot(before, location), "newData": Snapshot(after, location)}
            yield holds(one.expressions[".validate"], names | variables | data)

    def below(location, one, variables):
        for key in after.at(location).children:
            child, bound = one.child(key)
            if child:
                yield from outcomes((*location, key), child, variables | bound)
                yield from below((*location, key), child, variables | bound)

    steps = rules.along(path)
    found = [outcome for step in steps for outcome in outcomes(*step)]
    if len(steps) == len(path) + 1:
        found += below(*steps[-1])
    return all_of(found)


def allows_read(rules, root, path, auth=None, query=None, now=0):
    before = tree(root, now)
    names = {"auth": auth, "now": now, "root": Snapshot(before, ()), "query": Query(query or {})}
    return granted(".read", rules, keys(path), names, before)


def allows_update(rules, root, path, updates, auth=None, now=0):
    """A write of several locations below a path: each is evaluated alone, and newData has all of them."""
    before = after = tree(root, now)
    locations = []
    for name, value in updates.items():
        location = keys(path) + keys(name)
        locations.append(location)
        after = after.setting(location, tree(value, now))
    names = {"auth": auth, "now": now, "root": Snapshot(before, ())}
    outcomes = []
    for location in locations:
        outcomes.append(granted(".write", rules, location, names, before, after))
        # Guide: "the validate definitions are ignored when data is deleted (that is, when the new value being written
        # is null)".
        if after.at(location).exists:
            outcomes.append(valid(rules, location, names, before, after))
    return all_of(outcomes)


def allows_write(rules, root, path, value, auth=None, now=0):
    return allows_update(rules, root, path, {"": value}, auth, now)
