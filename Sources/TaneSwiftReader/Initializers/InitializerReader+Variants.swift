import SwiftParser
import SwiftSyntax
import TaneSwiftSource

// A `switch` on the value of a key, each branch of which reads keys of its own.
extension InitializerReader {
  /// Reads the branches of a `switch`; false where it is none on the value of a key, or nobody knows when a
  /// branch is taken.
  func readVariants(of node: SwitchExprSyntax) -> Bool {
    guard isCertain, !isInVariant, summary.variants == nil, let key = key(of: node.subject) else {
      return false
    }
    var branches: [(variant: VariantsSummary.Variant, statements: CodeBlockItemListSyntax)] = []
    for element in node.cases {
      guard let branch = element.as(SwitchCaseSyntax.self), let variant = Self.variant(branch)
      else {
        return false
      }
      branches.append((variant, branch.statements))
    }
    summary.variants = VariantsSummary(container: key.container, key: key.key)
    isInVariant = true
    defer { isInVariant = false }
    let hadReturned = canHaveReturned
    var returns = hadReturned
    for branch in branches {
      canHaveReturned = hadReturned
      read(branch.variant, branch.statements)
      returns = returns || canHaveReturned
    }
    canHaveReturned = returns
    return true
  }

  /// Reads a branch; what it reads is not read in any case.
  private func read(_ variant: VariantsSummary.Variant, _ statements: CodeBlockItemListSyntax) {
    let before = summary
    walk(statements)
    var variant = variant
    variant.reads = Array(summary.reads.dropFirst(before.reads.count))
    variant.includes = Array(summary.includes.dropFirst(before.includes.count))
    let opens = summary.containers.count > before.containers.count
    variant.mayReadOtherKeys =
      opens || summary.includesSuperclass != before.includesSuperclass
      || summary.nestedReads != before.nestedReads
      || summary.mayReadOtherKeys && !before.mayReadOtherKeys
    let reason = summary.opaqueReason
    summary = before
    summary.opaqueReason = reason
    // Of containers that only a branch opens nothing is followed.
    variant.reads.removeAll { $0.container >= before.containers.count }
    variables = variables.filter { $0.value < before.containers.count }
    if variant.caseNames.isEmpty, variant.texts.isEmpty { return }
    summary.variants?.variants.append(variant)
  }

  /// The key whose value is switched on: read right there, or before into a variable.
  private func key(of subject: ExprSyntax) -> ContainedKey? {
    if let name = subject.propertyName { return values[name] }
    if let attempt = subject.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      return key(of: attempt.expression)
    }
    // The subject was walked: its reading is the last one.
    guard let call = subject.as(FunctionCallExprSyntax.self), let read = summary.reads.last,
      read.isCertain, read.method == .decode, place(of: call) == read.place
    else { return nil }
    return ContainedKey(container: read.container, key: read.key)
  }

  /// The values for which a branch is taken, none for `default`; nil where they are not all plain.
  private static func variant(_ branch: SwitchCaseSyntax) -> VariantsSummary.Variant? {
    var variant = VariantsSummary.Variant()
    guard case .case(let label) = branch.label else { return variant }
    for item in label.caseItems {
      guard item.whereClause == nil,
        let expression = item.pattern.as(ExpressionPatternSyntax.self)?.expression
      else { return nil }
      if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
        variant.texts.append(text)
      } else if let access = expression.as(MemberAccessExprSyntax.self) {
        variant.caseNames.append(access.declName.baseName.plainText)
      } else {
        return nil
      }
    }
    return variant
  }
}
