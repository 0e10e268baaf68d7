/// The names of types in Swift source code.
package enum TypeName {
  /// Returns the name of a type without its module or a private context, such as `[Shop]` for
  /// `Array<Shop>`.
  package static func text(of type: any Any.Type) -> String {
    (type as? any SugaredType.Type)?.sugaredName ?? "\(type)"
  }
}

/// A type with shorthand syntax in Swift, such as an array.
private protocol SugaredType {
  static var sugaredName: String { get }
}

extension Optional: SugaredType {
  fileprivate static var sugaredName: String { TypeName.text(of: Wrapped.self) + "?" }
}

extension Array: SugaredType {
  fileprivate static var sugaredName: String { "[\(TypeName.text(of: Element.self))]" }
}

extension Dictionary: SugaredType {
  fileprivate static var sugaredName: String {
    "[\(TypeName.text(of: Key.self)): \(TypeName.text(of: Value.self))]"
  }
}

extension Set: SugaredType {
  fileprivate static var sugaredName: String { "Set<\(TypeName.text(of: Element.self))>" }
}
