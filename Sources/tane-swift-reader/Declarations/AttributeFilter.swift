import SwiftSyntax
import TaneSwiftSource

/// A filter for attributes that may affect decoding: macros and property wrappers.
enum AttributeFilter {
  /// The attributes of the compiler and of Apple's frameworks that do not change the stored
  /// properties of a type.
  private static let ignoredAttributes: Set<String> = [
    "available", "backDeployed", "discardableResult", "dynamicMemberLookup", "dynamicCallable",
    "frozen", "globalActor", "GKInspectable", "IBDesignable", "IBInspectable", "IBOutlet",
    "inlinable", "inline", "main", "MainActor", "nonobjc", "NSCopying", "NSManaged", "objc",
    "objcMembers", "preconcurrency", "propertyWrapper", "resultBuilder", "retroactive",
    "Sendable", "testable", "unchecked", "usableFromInline", "warn_unqualified_access",
  ]

  /// Returns the attributes that may be macros or property wrappers, in all branches of `#if`.
  static func possibleMacros(of attributes: AttributeListSyntax) -> [TypeReference] {
    attributes.flatMap { element -> [TypeReference] in
      switch element {
      case .attribute(let attribute):
        let type = TypeReference(text: attribute.attributeName.trimmedDescription)
        let name = type.dottedName ?? type.description
        return ignoredAttributes.contains(name) || name.hasPrefix("_") ? [] : [type]
      case .ifConfigDecl(let conditional):
        return conditional.clauses.flatMap { clause -> [TypeReference] in
          guard case .attributes(let attributes) = clause.elements else { return [] }
          return possibleMacros(of: attributes)
        }
      }
    }
  }
}
