import SwiftSyntax

/// A visitor that finds the variable whose member an expression uses: `list` in `!list.isAtEnd`.
final class ListFinder: SyntaxVisitor {
  let member: String
  private(set) var name: String?

  init(member: String) {
    self.member = member
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.declName.baseName.text == member else { return .visitChildren }
    name = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.plainText
    return .skipChildren
  }
}
