/// The names of types as Swift sources spell them.
package enum TypeName {
  /// `[Shop]` rather than `Array<Shop>`; without the module and, in a private context, without that.
  package static func text(of type: any Any.Type) -> String {
    (type as? any SugaredType.Type)?.sugaredName ?? "\(type)"
  }
}

/// A type that Swift has a shorter spelling for.
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
