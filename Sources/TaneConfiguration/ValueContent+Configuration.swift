import Configuration
import TaneProject

extension ValueContent {
  /// Returns the configuration entries for the value: all nested entries of a map, no entry for an
  /// unsupported list, and one entry for any other value.
  func entries(at path: [String]) -> [(path: [String], content: ConfigContent)] {
    if case .map(let entries) = self {
      return entries.flatMap { $0.content.entries(at: path + [$0.key]) }
    }
    return configContent.map { [(path, $0)] } ?? []
  }

  private var configContent: ConfigContent? {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .int(Int(number))
    case .number(let number): .double(number)
    case .boolean(let flag): .bool(flag)
    case .duration(let duration): .double(duration / .seconds(1))
    case .list(let elements): Self.list(elements.map(\.configContent))
    case .map: nil
    }
  }

  /// Converts elements of the same type to a list, or returns nil if the type is not supported; if
  /// there are no elements, returns an empty list of strings.
  private static func list(_ elements: [ConfigContent?]) -> ConfigContent? {
    switch elements.first {
    case .none: .stringArray([])
    case .string:
      .stringArray(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case .int:
      .intArray(elements.compactMap { if case .int(let number) = $0 { number } else { nil } })
    case .double:
      .doubleArray(elements.compactMap { if case .double(let number) = $0 { number } else { nil } })
    case .bool:
      .boolArray(elements.compactMap { if case .bool(let flag) = $0 { flag } else { nil } })
    default: nil
    }
  }
}
