import TaneCore

/// A static checker for expressions, which finds unknown variables and methods, and operands of
/// wrong types.
///
/// Values whose types are known only at run time, such as `auth.token.age` and `data.val()`, are
/// accepted wherever one of their possible types is accepted; conditions must be Boolean.
struct RulesTypeChecker {
  /// The kind of rule that contains the expression.
  enum Rule: String, CaseIterable {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
  }

  private enum Kind: String {
    case boolean, number, string, null
    /// A Boolean value, a number, a string or null.
    case primitive
    /// Any value, such as a member of `auth`.
    case any
    case snapshot, query
    case pattern = "regular expression"
    case list

    var isOpen: Bool { self == .any || self == .primitive }
  }

  private struct Method {
    let arguments: [Kind]
    let result: Kind
  }

  private static let textMethods: [String: Method] = [
    "contains": Method(arguments: [.string], result: .boolean),
    "beginsWith": Method(arguments: [.string], result: .boolean),
    "endsWith": Method(arguments: [.string], result: .boolean),
    "replace": Method(arguments: [.string, .string], result: .string),
    "toLowerCase": Method(arguments: [], result: .string),
    "toUpperCase": Method(arguments: [], result: .string),
    "matches": Method(arguments: [.pattern], result: .boolean),
  ]

  private static let snapshotMethods: [String: Method] = [
    "val": Method(arguments: [], result: .primitive),
    "child": Method(arguments: [.string], result: .snapshot),
    "parent": Method(arguments: [], result: .snapshot),
    "hasChild": Method(arguments: [.string], result: .boolean),
    "hasChildren": Method(arguments: [.list], result: .boolean),
    "exists": Method(arguments: [], result: .boolean),
    "getPriority": Method(arguments: [], result: .any),
    "isNumber": Method(arguments: [], result: .boolean),
    "isString": Method(arguments: [], result: .boolean),
    "isBoolean": Method(arguments: [], result: .boolean),
  ]

  private static let queryProperties: [String: Kind] = [
    "orderByKey": .boolean, "orderByPriority": .boolean, "orderByValue": .boolean,
    "orderByChild": .primitive, "startAt": .primitive, "endAt": .primitive, "equalTo": .primitive,
    "limitToFirst": .primitive, "limitToLast": .primitive,
  ]

  private let variables: [String: Kind]

  private init(_ rule: Rule, wildcards: [String]) {
    var variables: [String: Kind] = [
      "auth": .any, "now": .number, "root": .snapshot, "data": .snapshot, "query": .query,
    ]
    if rule != .read { variables["newData"] = .snapshot }
    for name in wildcards { variables[name] = .string }
    self.variables = variables
  }

  /// Checks the condition of a rule.
  ///
  /// - Parameters:
  ///   - expression: The condition.
  ///   - rule: The kind of rule.
  ///   - wildcards: The names of the `$` variables of the rule's location.
  /// - Throws: The first error.
  static func check(
    _ expression: RulesExpression,
    of rule: Rule,
    wildcards: [String]
  ) throws(RulesExpressionProblem) {
    let check = RulesTypeChecker(rule, wildcards: wildcards)
    guard try check.kind(of: expression) == .boolean else {
      throw RulesExpressionProblem(
        offset: expression.offset,
        message:
          "\(rule.rawValue) must be a Boolean expression; compare the value, as in '… == true'."
      )
    }
  }

  private func problem(_ message: String, at place: RulesExpression) -> RulesExpressionProblem {
    RulesExpressionProblem(offset: place.offset, message: message)
  }

  private func kind(of expression: RulesExpression) throws(RulesExpressionProblem) -> Kind {
    switch expression.form {
    case .null: return .null
    case .boolean: return .boolean
    case .number: return .number
    case .text: return .string
    case .pattern: return .pattern
    case .list(let elements):
      for element in elements { try require(element, [.string], "An element of a list") }
      return .list
    case .variable(let name):
      guard let kind = variables[name] else {
        throw problem("Unknown variable '\(name.escapingControls)'.", at: expression)
      }
      return kind
    case .member(let base, let name): return try member(name, of: base, at: expression)
    case .element(let base, let key):
      guard try kind(of: base) == .any else {
        throw problem("Only values in 'auth' can be accessed with [ ].", at: expression)
      }
      _ = try kind(of: key)
      return .any
    case .call(let base, let name, let arguments):
      return try call(name, of: base, with: arguments, at: expression)
    case .not(let operand):
      try requireBoolean(operand, "The operand of !")
      return .boolean
    case .negative(let operand):
      try require(operand, [.number], "The operand of -")
      return .number
    case .binary(let operation, let left, let right):
      return try binary(operation, left, right)
    case .conditional(let condition, let first, let second):
      try requireBoolean(condition, "The condition of ?")
      let kinds = (try kind(of: first), try kind(of: second))
      if kinds.0 == kinds.1 { return kinds.0 }
      let primitives: Set<Kind> = [.boolean, .number, .string, .null, .primitive]
      return primitives.contains(kinds.0) && primitives.contains(kinds.1) ? .primitive : .any
    }
  }

  private func requireBoolean(
    _ operand: RulesExpression,
    _ role: String
  ) throws(RulesExpressionProblem) {
    guard try kind(of: operand) == .boolean else {
      throw problem("\(role) must be Boolean.", at: operand)
    }
  }

  /// Throws unless an operand can be of one of the given kinds.
  @discardableResult
  private func require(
    _ operand: RulesExpression,
    _ kinds: [Kind],
    _ role: String
  ) throws(RulesExpressionProblem) -> Kind {
    let kind = try kind(of: operand)
    guard kinds.contains(kind) || kind.isOpen else {
      let names = kinds.map(\.rawValue).joined(separator: " or ")
      throw problem("\(role) must be a \(names), not a \(kind.rawValue).", at: operand)
    }
    return kind
  }

  private func binary(
    _ operation: RulesExpression.Operator,
    _ left: RulesExpression,
    _ right: RulesExpression
  ) throws(RulesExpressionProblem) -> Kind {
    let roles = (
      "The left operand of \(operation.rawValue)", "The right operand of \(operation.rawValue)"
    )
    func both(_ kinds: [Kind]) throws(RulesExpressionProblem) -> (Kind, Kind) {
      (try require(left, kinds, roles.0), try require(right, kinds, roles.1))
    }
    switch operation {
    case .or, .and:
      try requireBoolean(left, roles.0)
      try requireBoolean(right, roles.1)
      return .boolean
    case .equal, .notEqual:
      _ = try both([.boolean, .number, .string, .null])
      try checkOrderByChildComparison(left, right, operation)
      return .boolean
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let kinds = try both([.number, .string, .null])
      guard kinds.0 == kinds.1 || kinds.0.isOpen || kinds.1.isOpen else {
        throw problem("The operands of \(operation.rawValue) must have the same type.", at: left)
      }
      return .boolean
    case .add:
      let kinds = try both([.number, .string])
      if kinds.0 == .string || kinds.1 == .string { return .string }
      return kinds == (.number, .number) ? .number : .primitive
    case .subtract, .multiply, .divide, .remainder:
      _ = try both([.number])
      return .number
    }
  }

  /// Throws if `query.orderByChild` is compared with anything but a string literal or null.
  private func checkOrderByChildComparison(
    _ left: RulesExpression,
    _ right: RulesExpression,
    _ operation: RulesExpression.Operator
  ) throws(RulesExpressionProblem) {
    guard case .member(let base, "orderByChild") = left.form, case .variable("query") = base.form
    else { return }
    switch right.form {
    case .text, .null: return
    default:
      throw problem(
        "The right operand of \(operation.rawValue) must be a string literal or null, because the "
          + "left operand is query.orderByChild.",
        at: right
      )
    }
  }

  private func member(
    _ name: String,
    of base: RulesExpression,
    at place: RulesExpression
  ) throws(RulesExpressionProblem) -> Kind {
    switch try kind(of: base) {
    case .any: return .any
    case .string, .primitive: if name == "length" { return .number }
    case .query: if let kind = Self.queryProperties[name] { return kind }
    default: break
    }
    throw problem("No such method or property '\(name.escapingControls)'.", at: place)
  }

  private func call(
    _ name: String,
    of base: RulesExpression,
    with arguments: [RulesExpression],
    at place: RulesExpression
  ) throws(RulesExpressionProblem) -> Kind {
    let methods: [String: Method] =
      switch try kind(of: base) {
      case .snapshot: Self.snapshotMethods
      case .string, .primitive, .any: Self.textMethods
      default: [:]
      }
    guard let method = methods[name] else {
      throw problem("No such method or property '\(name.escapingControls)'.", at: place)
    }
    if name == "hasChildren", arguments.isEmpty { return method.result }
    guard arguments.count == method.arguments.count else {
      throw problem(
        "\(name) takes \(counted(method.arguments.count, "argument")), not \(arguments.count).",
        at: place
      )
    }
    for (argument, kind) in zip(arguments, method.arguments) {
      // Only literals can be patterns or lists, not variables.
      if kind == .pattern || kind == .list {
        guard try self.kind(of: argument) == kind else {
          throw problem("The argument of \(name) must be a \(kind.rawValue).", at: argument)
        }
        if case .list(let names) = argument.form, names.isEmpty {
          throw problem("The list passed to \(name) must not be empty.", at: argument)
        }
      } else {
        try require(argument, [kind], "The argument of \(name)")
      }
    }
    return method.result
  }
}
