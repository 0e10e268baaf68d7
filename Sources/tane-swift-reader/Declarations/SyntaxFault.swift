import SwiftSyntax

/// The search for the first syntax error of a file.
enum SyntaxFault {
  /// Returns the offset in bytes of the first missing or unexpected syntax, or nil if there is
  /// none.
  static func first(in tree: some SyntaxProtocol) -> Int? {
    guard tree.hasError else { return nil }
    if let token = tree.as(TokenSyntax.self) { return offset(of: token) }
    for child in tree.children(viewMode: .fixedUp) where child.hasError {
      if child.is(UnexpectedNodesSyntax.self) { return offset(of: child) }
      return first(in: child)
    }
    return offset(of: tree)
  }

  private static func offset(of node: some SyntaxProtocol) -> Int {
    node.positionAfterSkippingLeadingTrivia.utf8Offset
  }
}
