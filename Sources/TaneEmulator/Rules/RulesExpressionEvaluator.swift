import TaneCore

/// The reason an expression has no value.
enum RulesEvaluationFailure: Error {
  /// The evaluation fails, which makes the whole rule false.
  case error(String, offset: Int)
  /// Firebase's documentation does not define the value.
  case undecided(String, offset: Int)
}

/// A location with the database that contains it, such as the value of `data`.
struct RulesSnapshot: Sendable {
  let root: DatabaseNode?
  let path: TreePath

  var node: DatabaseNode? { root[path] }
}

/// The variables of a rule.
struct RulesScope {
  /// The contents of the token, or null for a user who is not signed in.
  let auth: Tree
  /// The time, in milliseconds since 1970.
  let now: Int64
  var isRead = false
  /// The query of a read, if any.
  var query: DatabaseQuery?
  /// The database before the request.
  let root: DatabaseNode?
  /// The database after the request.
  var newRoot: DatabaseNode?
  /// The location of the rule.
  var path = TreePath.root
  /// The keys that the `$` variables match.
  var wildcards: [String: String] = [:]
}

/// An evaluator of expressions.
struct RulesExpressionEvaluator {
  /// The value of an expression.
  private enum Value {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    /// The value of a location with children; rules can only compare it with other values.
    case children
    /// A map or list in `auth`.
    case tree(Tree)
    case snapshot(RulesSnapshot)
    case query
  }

  let scope: RulesScope

  func condition(_ expression: RulesExpression) throws(RulesEvaluationFailure) -> Bool {
    guard case .boolean(let value) = try value(of: expression) else {
      throw .error("the value is not Boolean", offset: expression.offset)
    }
    return value
  }

  private func value(of expression: RulesExpression) throws(RulesEvaluationFailure) -> Value {
    let offset = expression.offset
    switch expression.form {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let value): return .number(value)
    case .text(let value): return .text(value)
    case .pattern, .list: throw .error("the value is not valid here", offset: offset)
    case .variable(let name): return try variable(name, at: offset)
    case .member(let base, let name): return try member(name, of: try value(of: base), at: offset)
    case .element(let base, let key):
      guard case .text(let name) = try value(of: key) else {
        throw .undecided("the documentation describes only strings in brackets", offset: offset)
      }
      return try member(name, of: try value(of: base), at: offset)
    case .call(let base, let name, let arguments):
      return try call(name, of: base, with: arguments, at: offset)
    case .not(let operand): return .boolean(!(try condition(operand)))
    case .negative(let operand): return .number(-(try number(operand)))
    case .binary(let operation, let left, let right):
      return try binary(operation, left, right, at: offset)
    case .conditional(let test, let first, let second):
      return try value(of: try condition(test) ? first : second)
    }
  }

  private func variable(_ name: String, at offset: Int) throws(RulesEvaluationFailure) -> Value {
    switch name {
    case "auth": return Self.value(of: scope.auth)
    case "now": return .number(Double(scope.now))
    case "root": return .snapshot(RulesSnapshot(root: scope.root, path: .root))
    case "data": return .snapshot(RulesSnapshot(root: scope.root, path: scope.path))
    case "newData":
      return .snapshot(RulesSnapshot(root: scope.newRoot, path: scope.path))
    case "query":
      guard scope.isRead else {
        throw .undecided("the documentation describes \"query\" only for reads", offset: offset)
      }
      return .query
    default:
      return scope.wildcards[name].map { .text($0) } ?? .null
    }
  }

  private static func value(of tree: Tree) -> Value {
    switch tree.kind {
    case .null: .null
    case .map, .list: .tree(tree)
    default:
      if let bool = tree.bool {
        .boolean(bool)
      } else if let number = tree.number {
        .number(number)
      } else {
        .text(tree.string ?? "")
      }
    }
  }

  private func number(_ operand: RulesExpression) throws(RulesEvaluationFailure) -> Double {
    guard case .number(let number) = try value(of: operand) else {
      throw .error("the value is not a number", offset: operand.offset)
    }
    return number
  }

  private func text(_ operand: RulesExpression) throws(RulesEvaluationFailure) -> String {
    guard case .text(let text) = try value(of: operand) else {
      throw .error("the value is not a string", offset: operand.offset)
    }
    return text
  }
}

// MARK: Operators

extension RulesExpressionEvaluator {
  private func binary(
    _ operation: RulesExpression.Operator,
    _ left: RulesExpression,
    _ right: RulesExpression,
    at offset: Int
  ) throws(RulesEvaluationFailure) -> Value {
    switch operation {
    case .or:
      if try condition(left) { return .boolean(true) }
      return .boolean(try condition(right))
    case .and:
      guard try condition(left) else { return .boolean(false) }
      return .boolean(try condition(right))
    case .equal, .notEqual:
      let isEqual = try isEqual(try value(of: left), try value(of: right), at: offset)
      return .boolean(isEqual == (operation == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let order = try order(try value(of: left), try value(of: right), at: offset)
      guard let order else { return .boolean(false) }
      let isInOrder =
        switch operation {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
      return .boolean(isInOrder)
    case .add: return try sum(try value(of: left), try value(of: right), at: offset)
    case .subtract: return .number(try number(left) - (try number(right)))
    case .multiply: return .number(try number(left) * (try number(right)))
    case .divide, .remainder:
      let (left, right) = (try number(left), try number(right))
      guard right != 0 else { return .number(.nan) }
      return .number(
        operation == .divide ? left / right : left.truncatingRemainder(dividingBy: right)
      )
    }
  }

  private func isEqual(_ left: Value, _ right: Value, at offset: Int) throws(RulesEvaluationFailure)
    -> Bool
  {
    switch (left, right) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.text(let left), .text(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.children, .children), (.tree, .tree), (.snapshot, _), (_, .snapshot), (.query, _),
      (_, .query), (.children, .tree), (.tree, .children):
      throw .undecided("the documentation does not describe this comparison", offset: offset)
    default: return false
    }
  }

  /// Returns a negative number, zero or a positive number if the first value comes before, equals
  /// or comes after the second, or nil if either value is NaN, such as the result of 1 / 0.
  private func order(_ left: Value, _ right: Value, at offset: Int) throws(RulesEvaluationFailure)
    -> Int?
  {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      guard !left.isNaN, !right.isNaN else { return nil }
      return left == right ? 0 : left < right ? -1 : 1
    case (.text(let left), .text(let right)):
      if left.utf16.elementsEqual(right.utf16) { return 0 }
      return left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : 1
    case (.null, .null):
      throw .undecided("the documentation does not describe the order of null", offset: offset)
    default:
      throw .error("only two numbers or two strings can be compared", offset: offset)
    }
  }

  private func sum(_ left: Value, _ right: Value, at offset: Int) throws(RulesEvaluationFailure)
    -> Value
  {
    switch (left, right) {
    case (.number(let left), .number(let right)): return .number(left + right)
    case (.text(let left), .text(let right)): return .text(left + right)
    case (.text(let left), .number(let right)):
      return .text(left + (try Self.text(of: right, at: offset)))
    case (.number(let left), .text(let right)):
      return .text(try Self.text(of: left, at: offset) + right)
    default: throw .error("only numbers and strings can be added", offset: offset)
    }
  }

  private static func text(of number: Double, at offset: Int) throws(RulesEvaluationFailure)
    -> String
  {
    guard !number.isNaN else { return "NaN" }
    guard let integer = Int64(exactly: number), abs(number) < 1e15 else {
      throw .undecided("the documentation does not describe the text of decimals", offset: offset)
    }
    return String(integer)
  }
}

// MARK: Members

extension RulesExpressionEvaluator {
  private func member(
    _ name: String,
    of base: Value,
    at offset: Int
  ) throws(RulesEvaluationFailure) -> Value {
    switch base {
    case .query: return queryMember(name)
    case .text(let text) where name == "length": return .number(Double(text.utf16.count))
    // Values that `auth` does not contain are null, and so are their members.
    case .null where name != "length": return .null
    case .tree(let tree) where tree.kind == .map: return Self.value(of: tree[name] ?? .null)
    case .tree, .text, .number, .boolean:
      guard name != "length" else { throw .error("the value is not a string", offset: offset) }
      throw .undecided("the documentation does not describe members of this value", offset: offset)
    case .null, .children, .snapshot:
      throw .error("the value is not a string", offset: offset)
    }
  }

  /// Returns a property of the query; without a query, the order is by key.
  private func queryMember(_ name: String) -> Value {
    let query = scope.query ?? DatabaseQuery(index: .key)
    func value(of bound: DatabaseQuery.Bound?) -> Value {
      bound.map { Self.value(of: $0.value.tree) } ?? .null
    }
    let isExact = query.start != nil && query.start == query.end
    switch (name, query.limit) {
    case ("orderByKey", _): return .boolean(query.index == .key)
    case ("orderByValue", _): return .boolean(query.index == .value)
    case ("orderByPriority", _): return .boolean(query.index == .priority)
    case ("orderByChild", _):
      guard case .child(let path) = query.index else { return .null }
      return .text(path.components.joined(separator: "/"))
    case ("startAt", _): return value(of: query.start)
    case ("endAt", _): return value(of: query.end)
    case ("equalTo", _): return isExact ? value(of: query.start) : .null
    case ("limitToFirst", .first(let count)?): return .number(Double(count))
    case ("limitToLast", .last(let count)?): return .number(Double(count))
    default: return .null
    }
  }

  private func call(
    _ name: String,
    of base: RulesExpression,
    with arguments: [RulesExpression],
    at offset: Int
  ) throws(RulesEvaluationFailure) -> Value {
    switch try value(of: base) {
    case .snapshot(let snapshot): return try call(name, of: snapshot, with: arguments, at: offset)
    case .text(let text): return try call(name, of: text, with: arguments)
    default: throw .error("the value is not a string", offset: base.offset)
    }
  }

  private func call(
    _ name: String,
    of text: String,
    with arguments: [RulesExpression]
  ) throws(RulesEvaluationFailure) -> Value {
    switch name {
    case "toLowerCase": return .text(text.lowercased())
    case "toUpperCase": return .text(text.uppercased())
    case "matches":
      guard case .pattern(let pattern)? = arguments.first?.form else { return .null }
      if let reason = pattern.undefinedReason(for: text) {
        throw .undecided(reason, offset: arguments[0].offset)
      }
      return .boolean(pattern.matches(text))
    default: break
    }
    let part = Array(try self.text(arguments[0]).utf8)
    switch name {
    case "beginsWith": return .boolean(text.utf8.starts(with: part))
    case "endsWith": return .boolean(text.utf8.suffix(part.count).elementsEqual(part))
    case "contains":
      return .boolean(part.isEmpty || !Array(text.utf8).ranges(of: part).isEmpty)
    default:
      let replacement = try self.text(arguments[1])
      guard !part.isEmpty else {
        throw .undecided(
          "the documentation does not describe this replacement",
          offset: arguments[0].offset
        )
      }
      let bytes = Array(text.utf8).replacing(part, with: Array(replacement.utf8))
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func call(
    _ name: String,
    of snapshot: RulesSnapshot,
    with arguments: [RulesExpression],
    at offset: Int
  ) throws(RulesEvaluationFailure) -> Value {
    let node = snapshot.node
    let scalar = node?.scalar
    switch name {
    case "val": return scalar.map { Self.value(of: $0) } ?? (node == nil ? .null : .children)
    case "exists": return .boolean(node != nil)
    case "isString": return .boolean(scalar?.kind == .string)
    case "isBoolean": return .boolean(scalar?.bool != nil)
    case "isNumber": return .boolean(scalar?.number != nil)
    case "getPriority": return node?.priority.map { Self.value(of: $0) } ?? .null
    case "parent":
      guard !snapshot.path.isRoot else {
        throw .error("the root has no parent", offset: offset)
      }
      return .snapshot(RulesSnapshot(root: snapshot.root, path: snapshot.path.parent))
    case "child": return .snapshot(try child(arguments[0], of: snapshot))
    case "hasChild": return .boolean(try child(arguments[0], of: snapshot).node != nil)
    default:
      guard case .list(let names)? = arguments.first?.form else {
        return .boolean(node?.hasChildren == true)
      }
      for name in names {
        guard try child(name, of: snapshot).node != nil else { return .boolean(false) }
      }
      return .boolean(true)
    }
  }

  private func child(
    _ argument: RulesExpression,
    of snapshot: RulesSnapshot
  ) throws(RulesEvaluationFailure) -> RulesSnapshot {
    let keys = try text(argument).split(separator: "/", omittingEmptySubsequences: false)
    guard keys.allSatisfy({ !$0.isEmpty }) else {
      throw .undecided("the documentation does not describe this path", offset: argument.offset)
    }
    let path = snapshot.path.appending(TreePath(keys.map(String.init)))
    // No node has a key with a dot, except for the priority, which is not a child in rules.
    let isPossible = !keys.contains { DatabaseNode.isReserved(String($0)) }
    return RulesSnapshot(root: isPossible ? snapshot.root : nil, path: path)
  }
}

extension DatabaseNode {
  /// A Boolean value indicating whether the node has children, determined without copying them.
  fileprivate var hasChildren: Bool {
    switch self {
    case .tree(let tree):
      tree.kind == .map && tree.children.contains { !Self.isReserved($0.key ?? "") }
    case .branch(let entries): entries.contains { !Self.isReserved($0.key) }
    }
  }
}
