import SwiftSyntax
import TaneSwiftSource

/// Tells attributes that change nothing about decoding from those that may be macros or wrappers.
enum AttributeNames {
  /// The names of attributes that the compiler or the frameworks define and that leave the stored
  /// properties of a type as they are written.
  private static let harmless: Set<String> = [
    "available", "backDeployed", "discardableResult", "dynamicMemberLookup", "dynamicCallable",
    "frozen", "globalActor", "GKInspectable", "IBDesignable", "IBInspectable", "IBOutlet",
    "inlinable", "inline", "main", "MainActor", "nonobjc", "NSCopying", "NSManaged", "objc",
    "objcMembers", "preconcurrency", "propertyWrapper", "resultBuilder", "retroactive",
    "Sendable", "testable", "unchecked", "usableFromInline", "warn_unqualified_access",
  ]

  /// The names of attributes that may be macros or property wrappers, of all branches of `#if`.
  static func possibleMacros(of attributes: AttributeListSyntax) -> [String] {
    attributes.flatMap { element -> [String] in
      switch element {
      case .attribute(let attribute):
        let name = name(of: attribute)
        return harmless.contains(name) || name.hasPrefix("_") ? [] : [name]
      case .ifConfigDecl(let conditional):
        return conditional.clauses.flatMap { clause -> [String] in
          guard case .attributes(let attributes) = clause.elements else { return [] }
          return possibleMacros(of: attributes)
        }
      }
    }
  }

  private static func name(of attribute: AttributeSyntax) -> String {
    TypeReference(text: attribute.attributeName.trimmedDescription).dottedName
      ?? attribute.attributeName.trimmedDescription
  }
}
