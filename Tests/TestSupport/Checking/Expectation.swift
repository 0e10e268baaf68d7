import TaneCore

/// Throws a failure unless two values are equal.
func expect<Value: Equatable>(
  _ subject: String,
  _ found: Value,
  equals expected: Value
) throws {
  guard found != expected else { return }
  throw ConformanceFailure("\(subject): expected \(expected), found \(found)")
}

/// Throws a failure unless two trees are equal.
func expect(_ subject: String, _ found: Tree, equals expected: Tree) throws {
  guard found != expected else { return }
  throw ConformanceFailure(
    "\(subject): expected \(expected.sketch), found \(found.sketch)"
  )
}

/// Throws a failure unless a claim is true.
func expect(_ claim: String, _ isTrue: Bool) throws {
  guard !isTrue else { return }
  throw ConformanceFailure("expected that \(claim), found that it does not hold")
}

/// Throws a failure unless `body` throws an expected error; returns the error.
@discardableResult
func expect<Failure: Error, Value>(
  _ expected: String,
  from subject: String,
  _ body: () async throws -> Value,
  where isExpected: (Failure) -> Bool
) async throws -> Failure {
  do {
    _ = try await body()
  } catch let error as Failure where isExpected(error) {
    return error
  } catch let error {
    throw ConformanceFailure("\(subject): expected \(expected), found \(error)")
  }
  throw ConformanceFailure("\(subject): expected \(expected), found none")
}

/// Throws a failure unless `body` throws a `StoreError` with the code; returns the error.
@discardableResult
func expect<Value>(
  _ code: StoreError.Code,
  from subject: String,
  _ body: () async throws -> Value
) async throws -> StoreError {
  try await expect("an error of code \(code)", from: subject, body) { $0.code == code }
}

/// Throws a failure unless `body` throws a `CancellationError` in a task that is already canceled.
func expectCancellation(
  of subject: String,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let task = Task {
    withUnsafeCurrentTask { $0?.cancel() }
    try await body()
  }
  try await expect("a CancellationError", from: subject) {
    try await task.value
  } where: { (_: CancellationError) in
    true
  }
}

extension Tree {
  /// The tree as a single line, truncated if it is long.
  var sketch: String {
    let text = outline
    return text.count <= 400 ? text : text.prefix(400) + "…"
  }

  private var outline: String {
    switch kind {
    case .null: tag == .none ? "null" : tag.yamlName ?? "null"
    case .bool: bool == true ? "true" : "false"
    case .integer: integer.map(String.init) ?? ""
    case .double: double.map { "\($0)" } ?? ""
    case .decimal: decimal ?? ""
    case .string: "\"\((string ?? "").escapingControls)\""
    case .list: "[" + children.map(\.outline).joined(separator: ", ") + "]"
    case .map:
      "{"
        + children.map { "\(($0.key ?? "").escapingControls): \($0.outline)" }
        .joined(separator: ", ") + "}"
    }
  }
}
