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
      throw failure.unfit(type, because: "which is none of its cases\(hint(for: type))")
    }
  }

  /// The raw values that the type has, where it can list them, and the one that was probably meant.
  private func hint(for type: any Any.Type) -> String {
    guard let cases = (type as? any CaseIterable.Type).map({ Self.rawValues(of: $0) }),
      !cases.isEmpty
    else { return "" }
    let shown = cases.prefix(10).joined(separator: ", ") + (cases.count > 10 ? ", …" : "")
    let suggestion = tree.string.map { Suggestion.clause(for: $0, among: cases) } ?? ""
    return " (\(shown))\(suggestion)"
  }

  private static func rawValues(of type: any CaseIterable.Type) -> [String] {
    func values<Listed: CaseIterable>(_ type: Listed.Type) -> [String] {
      type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
    return values(type)
  }
}
