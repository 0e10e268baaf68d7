import SwiftSyntax
import TaneSwiftSource

extension StepReader {
  /// Analyzes a call, and returns the known facts about its result.
  func call(_ call: FunctionCallExprSyntax, _ type: TypeReference?) -> Value {
    if let value = analyzeInitialization(call, type) { return value }
    let callee = call.calledExpression
    if let access = callee.as(MemberAccessExprSyntax.self), let base = access.base {
      let method = access.declName.baseName.text
      // The arguments of an error refer to a container and a key without reading them.
      if method == "dataCorruptedError" { return .unknown }
      let isName = base.is(DeclReferenceExprSyntax.self) || base.is(MemberAccessExprSyntax.self)
      if !isName || base.trimmedDescription.first?.isUppercase != true {
        let value = evaluate(base)
        switch value.source {
        case .decoder: return open(method, call)
        case .single: return readSingleValue(method, call)
        case .keyed(let container): return analyzeContainerCall(container, method, call, type)
        case .element(let depth):
          unknownErrorCount += 1
          if self.depth > depth { addGap(.decoding, keys(in: call)) }
          return Value(presence: [], source: method.hasPrefix("nested") ? .other : nil)
        case .other:
          unknownErrorCount += 1
          let isElement = method == "nestedContainer"
          return Value(presence: [], source: isElement ? .element(depth: depth) : nil)
        case nil where method == "map" && !mayFail(call.arguments) && !hasFailingClosure(call):
          return Value(presence: value.presence)
        case nil where method == "flatMap":
          if let converted = analyzeConversion(value, by: call) { return converted }
        case nil: break
        }
      }
    } else if keyParameter != nil, let name = callee.as(DeclReferenceExprSyntax.self) {
      let method = name.baseName.text
      if call.arguments.contains(where: { key($0.expression) != nil }) {
        return analyzeContainerCall(0, method, call, type)
      }
    }
    return analyzeConversion(call, type) ?? analyzeVerification(call) ?? analyzeOtherCall(call)
  }

  private func hasFailingClosure(_ call: FunctionCallExprSyntax) -> Bool {
    call.trailingClosure.map { mayFail($0) } ?? false
  }

  /// Analyzes a call such as `Shop(from: decoder)`; returns nil for any other call.
  private func analyzeInitialization(_ call: FunctionCallExprSyntax, _ type: TypeReference?)
    -> Value?
  {
    guard call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "from"
    else { return nil }
    let source = evaluate(argument.expression).source
    let callee = call.calledExpression
    if source == .other || callee.trimmedDescription == "super.init" {
      unknownErrorCount += 1
      if depth > 0 { addGap(.decoding, []) }
      return Value(presence: [])
    }
    guard source == .decoder else { return nil }
    let name = callee.trimmedDescription
    let initialized =
      name == ".init"
      ? type
      : TypeReference(parsing: name.hasSuffix(".init") ? String(name.dropLast(5)) : name)
    guard let initialized, initialized.dottedName?.first?.isUppercase != false else { return nil }
    return decode(makeRead(.decode, nil, at: call), initialized)
  }

  // MARK: Containers

  private func open(_ method: String, _ call: FunctionCallExprSyntax) -> Value {
    switch method {
    case "container":
      guard let keys = call.argument("keyedBy")?.metatype else { break }
      emit(makeRead(.isMap, nil, at: call))
      return addContainer(.init(keys: keys))
    case "singleValueContainer": return Value(presence: [], source: .single)
    case "unkeyedContainer":
      emit(makeRead(.isList, nil, at: call))
      return Value(presence: [], source: .other)
    default: break
    }
    addGap(.call, [method])
    return .unknown
  }

  private func addContainer(_ container: StepsSummary.Container) -> Value {
    summary.containers.append(container)
    return Value(presence: [], source: .keyed(summary.containers.count - 1))
  }

  private func readSingleValue(_ method: String, _ call: FunctionCallExprSyntax) -> Value {
    if method == "decodeNil" { return .unknown }
    guard method == "decode", call.arguments.count == 1,
      let type = call.arguments.first.flatMap({ metatype($0.expression) })
    else {
      addGap(.decoding, [])
      return .unknown
    }
    return decode(makeRead(.decode, nil, at: call), type)
  }

  private func decode(_ read: Read, _ type: TypeReference) -> Value {
    var read = read
    read.type = type
    emit(read)
    var test = read
    test.operation = .isPresent
    let isOptional = read.operation == .decodeIfPresent || type != type.unwrapped
    return Value(read: read, presence: isOptional ? [.read(test)] : [])
  }

  private func analyzeContainerCall(
    _ container: Int,
    _ method: String,
    _ call: FunctionCallExprSyntax,
    _ type: TypeReference?
  ) -> Value {
    if method == "superDecoder" { return Value(presence: [], source: .other) }
    let keyed =
      call.argument("forKey")
      ?? call.arguments.first { self.key($0.expression) != nil }?.expression
    guard let key = keyed.flatMap({ self.key($0) }) else {
      if method != "contains" { addGap(.call, [method]) }
      return .unknown
    }
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let metatype = call.arguments.first.flatMap { self.metatype($0.expression) }
    switch (method, labels) {
    case ("contains", _): return .unknown
    case ("decodeNil", _):
      emit(makeRead(.contains, container, key, at: call))
      return .unknown
    case ("decode", ["_", "forKey"]), ("decodeIfPresent", ["_", "forKey"]):
      guard let metatype else { break }
      let operation: Read.Operation = method == "decode" ? .decode : .decodeIfPresent
      return decode(makeRead(operation, container, key, at: call), metatype.completed(by: type))
    case ("nestedContainer", ["keyedBy", "forKey"]):
      guard let keys = call.argument("keyedBy")?.metatype else { break }
      emit(makeRead(.isMap, container, key, at: call))
      return addContainer(.init(keys: keys, parent: container, key: key))
    case ("nestedUnkeyedContainer", _):
      emit(makeRead(.isList, container, key, at: call))
      return Value(presence: [], source: .other)
    default: break
    }
    var read = makeRead(.helper, container, key, at: call)
    read.type = metatype
    read.result = type
    read.helper = "\(method)(\(labels.map { "\($0):" }.joined()))"
    emit(read)
    call.arguments.filter { self.metatype($0.expression) == nil && self.key($0.expression) == nil }
      .forEach { _ = evaluate($0.expression) }
    if let closure = call.trailingClosure { skip(closure) }
    return Value(read: read)
  }

  /// Returns the condition that a call tests, either the presence of a key or a null value, or nil
  /// for any other call.
  func test(_ call: FunctionCallExprSyntax) -> Steps? {
    let callee = call.calledExpression
    let access = callee.as(MemberAccessExprSyntax.self)
    let method = access?.declName.baseName.text ?? callee.trimmedDescription
    guard ["contains", "decodeNil"].contains(method) else { return nil }
    let implicit: Source? = keyParameter == nil ? nil : .keyed(0)
    switch access == nil ? implicit : access?.base.flatMap({ evaluate($0).source }) {
    case .single: return [.read(makeRead(.isNull, nil, at: call))]
    case .keyed(let container):
      guard let key = call.arguments.first.flatMap({ self.key($0.expression) }) else { return nil }
      let contains = makeRead(.contains, container, key, at: call)
      guard method == "decodeNil" else { return [.read(contains)] }
      emit(contains)
      return [.read(makeRead(.isNull, container, key, at: call))]
    default: return nil
    }
  }

  // MARK: Other calls

  /// Analyzes a failable conversion of a string or a raw value: `URL(string: text)`; returns nil
  /// for any other call.
  private func analyzeConversion(_ call: FunctionCallExprSyntax, _ type: TypeReference?) -> Value? {
    guard call.arguments.count == 1, let argument = call.arguments.first,
      call.trailingClosure == nil,
      let conversion = Conversion(call.calledExpression.trimmedDescription, argument.label?.text)
    else { return nil }
    return analyzeConversion(evaluate(argument.expression), conversion, type)
  }

  /// Analyzes a conversion of an optional: `text.flatMap(URL.init(string:))` or
  /// `text.flatMap { Int($0) }`; returns nil for any other call.
  private func analyzeConversion(_ value: Value, by call: FunctionCallExprSyntax) -> Value? {
    let arguments =
      call.arguments.map(\.expression) + (call.trailingClosure.map { [ExprSyntax($0)] } ?? [])
    return arguments.count == 1
      ? conversion(arguments[0]).map { analyzeConversion(value, $0, nil) } : nil
  }

  private func conversion(_ function: ExprSyntax) -> Conversion? {
    guard let closure = function.as(ClosureExprSyntax.self) else {
      let parts = function.trimmedDescription.split { "(:)".contains($0) }.map(String.init)
      return parts.first.flatMap { Conversion($0, parts.count == 2 ? parts[1] : nil) }
    }
    guard closure.statements.count == 1, let item = closure.statements.first?.item,
      let call = Syntax(item).as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      let argument = call.arguments.first, argument.expression.trimmedDescription == "$0"
    else { return nil }
    return Conversion(call.calledExpression.trimmedDescription, argument.label?.text)
  }

  private func analyzeConversion(_ value: Value, _ conversion: Conversion, _ type: TypeReference?)
    -> Value
  {
    let isText = conversion.operation != .rawValue
    // An empty string cannot be converted, so a default of `""` makes the conversion fail.
    let defaulted = isText && value.defaulted?.constant == "" ? value.defaulted : nil
    guard var read = value.read ?? defaulted?.read, let target = conversion.type ?? type?.unwrapped,
      [.decode, .decodeIfPresent].contains(read.operation), read.members.isEmpty,
      !isText || read.type?.unwrapped == .named("String")
    else { return .unknown }
    read.operation = conversion.operation
    read.type = target
    guard let defaulted else { return Value(read: read, presence: [.read(read)]) }
    return Value(
      presence: [
        .choice(condition: defaulted.presence, success: [.read(read)], failure: [.fail])
      ]
    )
  }

  /// Analyzes a call to the function with which types from Swift OpenAPI Generator check that at
  /// least one of several values is present; returns nil for any other call.
  private func analyzeVerification(_ call: FunctionCallExprSyntax) -> Value? {
    guard call.calledExpression.trimmedDescription.hasSuffix(".verifyAtLeastOneSchemaIsNotNil"),
      let list = call.arguments.first?.expression.as(ArrayExprSyntax.self)
    else { return nil }
    let presences = list.elements.compactMap { evaluate($0.expression).presence }
    guard presences.count == list.elements.count else { return nil }
    let condition = presences.reversed().reduce([.fail] as Steps) { rest, presence in
      [.choice(condition: presence, success: [], failure: rest)]
    }
    steps.append(.choice(condition: condition, success: [], failure: [.fail]))
    return .unknown
  }

  /// The functions that throw no errors of their own.
  private static let nonthrowingFunctions: Set<String> = Conversion.textTypes.union([
    "Array", "Data", "Date", "Decimal", "Dictionary", "Set", "String", "URL", "UUID", "append",
    "compactMap", "components", "date", "filter", "flatMap", "insert", "joined", "lowercased",
    "map",
    "max", "min", "prefix", "reduce", "replacingOccurrences", "reversed", "sorted", "split",
    "suffix", "trimmingCharacters", "uppercased",
  ])

  /// Analyzes the arguments of a call to an unknown function.
  private func analyzeOtherCall(_ call: FunctionCallExprSyntax) -> Value {
    let callee = call.calledExpression
    let access = callee.as(MemberAccessExprSyntax.self)
    let name = access?.declName.baseName.nameWithoutBackticks ?? callee.trimmedDescription
    if access == nil, !callee.is(DeclReferenceExprSyntax.self) { _ = evaluate(callee) }
    var hasDecoderArgument = false
    for (number, argument) in call.arguments.enumerated() {
      let rawValue: TypeReference? =
        argument.label?.text == "rawValue" && name == "init" ? .named("RawValue") : nil
      let value = evaluate(argument.expression, types["\(name).\(number)"] ?? rawValue)
      hasDecoderArgument = hasDecoderArgument || value.source != nil
    }
    if hasDecoderArgument { addGap(.call, [name]) }
    // A method may change properties.
    if name.first?.isUppercase != true, access == nil || access?.base?.trimmedDescription == "self"
    {
      for key in values.keys where key.hasPrefix("self.") { values[key] = .unknown }
    }
    if let closure = call.trailingClosure { skip(closure) }
    skip(call.additionalTrailingClosures)
    let isCase = access.map { $0.base == nil && name != "init" } ?? false
    if isTrying, !hasDecoderArgument, !isCase, !Self.nonthrowingFunctions.contains(name) {
      addGap(.rejection, keys(in: call))
    }
    return .unknown
  }

  // MARK: Arguments

  private func key(_ expression: ExprSyntax) -> String? {
    if let keyParameter, expression.propertyName == keyParameter { return "$" }
    return expression.codingKey
  }

  /// Returns the type of a metatype expression or of a metatype parameter.
  private func metatype(_ expression: ExprSyntax) -> TypeReference? {
    expression.propertyName.flatMap { metatypes[$0] } ?? expression.metatype
  }
}

/// A failable initializer that converts a string or a raw value.
struct Conversion {
  static let textTypes: Set<String> = [
    "Bool", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64",
  ]

  let operation: StepsSummary.Read.Operation
  /// The type, or nil if it is inferred, as in `.init(rawValue:)`.
  let type: TypeReference?

  /// Creates the conversion of an initializer with one argument, such as `URL` or `Int.init`;
  /// returns nil for any other function.
  init?(_ function: String, _ label: String?) {
    let name = function.hasSuffix(".init") ? String(function.dropLast(5)) : function
    switch (name, label) {
    case ("URL", "string"), ("UUID", "uuidString"): operation = .decode
    case ("Decimal", "string"): operation = .text
    case (_, nil) where Self.textTypes.contains(name): operation = .text
    case (_, "rawValue") where name.isEmpty || name.first?.isUppercase == true:
      operation = .rawValue
    default: return nil
    }
    type = name.isEmpty ? nil : TypeReference(parsing: name)
  }
}
