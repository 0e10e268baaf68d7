import SwiftSyntax
import TaneSwiftSource

extension FunctionCallExprSyntax {
  /// Returns the argument with the given label, if any.
  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }
}

extension InitializerReader {
  /// Records the container that a call to a decoder method opens, and returns its index, or nil if
  /// it opens none.
  func open(_ method: String, _ call: FunctionCallExprSyntax) -> Int? {
    switch method {
    case "container":
      guard let keys = call.argument("keyedBy")?.metatype else { break }
      // If the container is opened only in some cases, the value may be decoded differently in the
      // others.
      if !isCertain || isInVariant { summary.mayReadOtherKeys = true }
      var container = InitializerSummary.Container(keys: keys, parent: nil)
      container.isCertain = isCertain && !isInVariant
      summary.containers.append(container)
      return summary.containers.count - 1
    case "singleValueContainer":
      let isOpened = isCertain || isAttempted(in: summary.containers.count)
      if !opensMap, !isOpened || isInVariant { markOpaque("may read a single value") }
      summary.containers.append(InitializerSummary.Container(keys: nil, parent: nil))
      return summary.containers.count - 1
    case "unkeyedContainer":
      if !isCertain || isInVariant { markOpaque("may read a list element by element") }
      return addList(below: nil)
    default:
      break
    }
    summary.mayReadOtherKeys = true
    return nil
  }

  /// A Boolean value indicating whether the initializer certainly decodes a map.
  private var opensMap: Bool {
    summary.containers.contains {
      $0.keys != nil && $0.parent == nil && !$0.isElement && $0.isCertain
    }
  }

  private func addList(below parent: InitializerSummary.Parent?) -> Int {
    var container = InitializerSummary.Container(keys: nil, parent: parent)
    container.isList = true
    summary.containers.append(container)
    return summary.containers.count - 1
  }

  func markOpaque(_ reason: String) {
    if summary.opaqueReason == nil { summary.opaqueReason = reason }
  }

  // MARK: Keys

  /// Records the read in a call to a container method, and returns the index of the container that
  /// the call opens, or nil if it opens none.
  func recordContainerCall(_ container: Int, _ method: String, _ call: FunctionCallExprSyntax)
    -> Int?
  {
    if summary.containers[container].isList { return recordListRead(container, method, call) }
    guard summary.containers[container].keys != nil else {
      recordSingleValue(container, method, call)
      return nil
    }
    let isCertain = isCertain(in: container)
    guard let keyExpression = call.argument("forKey") ?? unlabeledKey(method, call) else {
      summary.mayReadOtherKeys = true
      walkArguments(of: call)
      return nil
    }
    guard let key = keyExpression.codingKey else {
      markOpaque("computes its keys")
      return nil
    }
    let type = call.arguments.first.flatMap { $0.label == nil ? $0.expression.metatype : nil }?
      .completed(by: assignedType)
    let parent = InitializerSummary.Parent(
      container: container,
      key: key,
      isCertain: isCertain,
      place: place(of: call)
    )
    if method == "nestedUnkeyedContainer" { return addList(below: parent) }
    if method == "nestedContainer", let keys = call.argument("keyedBy")?.metatype {
      summary.containers.append(InitializerSummary.Container(keys: keys, parent: parent))
      return summary.containers.count - 1
    }
    // A call such as `decode(Int.self, forKey: .id, default: 0)` calls a custom method.
    let read =
      call.arguments.map { $0.label?.text } == [nil, "forKey"]
      ? InitializerSummary.Read.Method(rawValue: method) ?? .other : .other
    let isContained = read == .decode && isContained(key, in: container)
    var keyRead = InitializerSummary.Read(
      container: container,
      key: key,
      method: isContained ? .decodeIfContained : read,
      type: type,
      isCertain: isCertain || isContained,
      place: place(of: call)
    )
    keyRead.isAttempted = read != .other && isAttempted(in: container)
    summary.reads.append(keyRead)
    return nil
  }

  /// Records the read in a call to a list method, which reads the next element or, in a loop, all
  /// remaining elements.
  private func recordListRead(_ list: Int, _ method: String, _ call: FunctionCallExprSyntax) -> Int?
  {
    let isRepeated = isReadByLoop(list)
    let isCertain = isRepeated || isCertain(in: list)
    var type = call.arguments.first.flatMap { $0.label == nil ? $0.expression.metatype : nil }
    if method == "decodeIfPresent" { type = type.map { .optional($0) } }
    let reads = ["decode", "decodeIfPresent"].contains(method) && call.arguments.count == 1
    var element = InitializerSummary.Element(
      container: list,
      type: isCertain && reads ? type : nil,
      // An uncertain read may read any later element.
      isRepeated: isRepeated || !isCertain
    )
    element.mayBeAbsent = method == "decodeIfPresent"
    if isCertain, method == "nestedContainer", let keys = call.argument("keyedBy")?.metatype {
      var container = InitializerSummary.Container(keys: keys, parent: nil)
      container.isElement = true
      summary.containers.append(container)
      element.content = summary.containers.count - 1
    }
    summary.elements.append(element)
    if let content = element.content { beginElement(content) }
    return element.content
  }

  /// Records the type that a single-value container decodes; an initializer that decodes several
  /// types is not analyzed, unless they decode keys of the same map.
  private func recordSingleValue(
    _ container: Int,
    _ method: String,
    _ call: FunctionCallExprSyntax
  ) {
    let type = call.arguments.first?.expression.metatype
    if opensMap, method == "decode", call.arguments.count == 1, let type { return include(type) }
    guard method == "decode", call.arguments.count == 1, let type, summary.singleValue == nil,
      isCertain || isAttempted(in: container)
    else { return markOpaque("reads a single value in more than one way") }
    summary.singleValue = type
    summary.isSingleValueAttempted = !isCertain
  }

  /// Returns the key that a call passes without a label, as in `container.contains(.name)`.
  private func unlabeledKey(_ method: String, _ call: FunctionCallExprSyntax) -> ExprSyntax? {
    method == "contains" ? call.arguments.first?.expression : nil
  }

  // MARK: The decoder itself

  /// Records the type of a call such as `super.init(from: decoder)` or `Base(from: decoder)`, which
  /// decodes the same map or, with a nested decoder, the value of a key; returns false for any
  /// other call.
  func recordIncludedType(of call: FunctionCallExprSyntax) -> Bool {
    guard call.arguments.count == 1, let source = call.argument("from") else { return false }
    let called = call.calledExpression
    let access = called.as(MemberAccessExprSyntax.self)
    let isSuperclass = access?.base?.is(SuperExprSyntax.self) == true
    let type = isSuperclass ? nil : Self.initializedType(called)
    if let nested = nestedDecoder(source) {
      guard isSuperclass || type != nil else { return false }
      summary.nestedReads.append(
        InitializerSummary.NestedRead(
          container: nested.container,
          key: nested.key,
          type: type,
          isCertain: nested.isCertain && isCertain(in: nested.container) && !isInVariant,
          place: place(of: call)
        )
      )
      return true
    }
    guard isDecoder(source) else { return false }
    if isSuperclass {
      summary.includesSuperclass = true
    } else {
      include(type)
    }
    return true
  }

  /// Records a type that decodes keys of the same map.
  private func include(_ type: TypeReference?) {
    if isCertain, let type {
      summary.includes.append(type)
    } else {
      summary.mayReadOtherKeys = true
    }
  }

  /// Returns the nested decoder that an expression opens or refers to, if any:
  /// `container.superDecoder(forKey: .base)`.
  func nestedDecoder(_ expression: ExprSyntax) -> NestedDecoder? {
    if let attempt = expression.as(TryExprSyntax.self) {
      return attempt.questionOrExclamationMark == nil ? nestedDecoder(attempt.expression) : nil
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks {
      return decoders[name]
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "superDecoder",
      let name = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.nameWithoutBackticks,
      let container = variables[name], summary.containers[container].keys != nil
    else { return nil }
    let isCertain = isCertain(in: container)
    guard let key = call.argument("forKey") else {
      return NestedDecoder(container: container, key: nil, isCertain: isCertain)
    }
    return key.codingKey.map {
      NestedDecoder(container: container, key: $0, isCertain: isCertain)
    }
  }

  private static func initializedType(_ called: ExprSyntax) -> TypeReference? {
    let text = called.trimmedDescription
    let name = text.hasSuffix(".init") ? String(text.dropLast(5)) : text
    guard let type = TypeReference(parsing: name) else { return nil }
    return type.dottedName?.first?.isUppercase == false ? nil : type
  }
}

struct NestedDecoder {
  let container: Int
  /// The case of the container's key type, or nil if the key is `super`.
  let key: String?
  let isCertain: Bool
}
