import TaneCore

extension TreeFrame {
  /// Lets a type decode itself, and tells its failure to find a case for a raw value in our words.
  ///
  /// The standard library's error says neither where the value stands nor what it could be.
  func explainingRawValues<Value: Decodable>(of type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context)
      where context.debugDescription.hasPrefix("Cannot initialize \(type) ")
    {
      throw failure.unfit(
        type,
        because: "which is none of its cases\(hint(for: type))",
        code: .unknownCase
      )
    }
  }

  /// The raw values that the type has, where they can be listed, and the one that was probably meant.
  private func hint(for type: any Any.Type) -> String {
    let cases = RawValues.texts(of: type)
    guard !cases.isEmpty else { return "" }
    let suggestion = tree.string.map { Suggestion.clause(for: $0, among: cases) } ?? ""
    return " (\(NodeWording.list(cases)))\(suggestion)"
  }
}

/// The raw values of enumerations.
enum RawValues {
  /// The raw values of a type's cases as text; empty where there are none or nothing lists them.
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
