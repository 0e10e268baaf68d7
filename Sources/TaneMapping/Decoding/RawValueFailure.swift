import TaneCore

extension TreeFrame {
  /// Decodes a type with its own `init(from:)`; adds details to the error for an unknown raw value.
  ///
  /// The standard library's error contains neither the position nor the valid values.
  func decodeWithRawValueDetails<Value: Decodable>(of type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context)
      where context.debugDescription.hasPrefix("Cannot initialize \(type) ")
    {
      throw failure.unrepresentable(
        type,
        because: reason(for: type),
        code: .unknownCase
      )
    }
  }

  /// Returns the reason for the error, with the type's raw values and the most similar one if they
  /// are known.
  private func reason(for type: any Any.Type) -> String {
    let cases = RawValues.texts(of: type)
    guard !cases.isEmpty else { return "which is not one of its cases" }
    let suggestion = tree.string.map { Suggestion.clause(for: $0, among: cases) } ?? ""
    return "which is not one of its cases (\(NodeDescription.list(cases)))\(suggestion)"
  }
}

/// Access to the raw values of enumerations.
enum RawValues {
  /// Returns the raw values of a type's cases as text, or an empty array if it has none or they are
  /// unknown.
  static func texts(of type: any Any.Type) -> [String] {
    if let listed = type as? any CaseIterable.Type { return texts(of: listed) }
    func texts<Value>(of type: Value.Type) -> [String] {
      TypeMetadata.cases(of: type).compactMap { text(of: $0.value) }
    }
    return texts(of: type)
  }

  private static func texts(of type: any CaseIterable.Type) -> [String] {
    func texts<Listed: CaseIterable>(_ type: Listed.Type) -> [String] {
      type.allCases.compactMap { text(of: $0) }
    }
    return texts(type)
  }

  private static func text(of value: some Any) -> String? {
    (value as? any RawRepresentable).map { "\($0.rawValue)" }
  }
}
