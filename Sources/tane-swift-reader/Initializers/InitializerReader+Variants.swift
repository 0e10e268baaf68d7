import SwiftParser
import SwiftSyntax
import TaneSwiftSource

// Reads a `switch` over the value of a key, in which each branch reads different keys.
extension InitializerReader {
  /// Reads the branches of the first `switch` over a key's value that is always executed and whose
  /// patterns are only strings and cases; returns false for any other `switch`.
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

  /// Reads a branch of a `switch`, and moves its reads from the summary to a variant.
  private func read(_ variant: VariantsSummary.Variant, _ statements: CodeBlockItemListSyntax) {
    let before = summary
    walk(statements)
    var variant = variant
    variant.reads = Array(summary.reads.dropFirst(before.reads.count))
    variant.includes = Array(summary.includes.dropFirst(before.includes.count))
    let opens = summary.containers.dropFirst(before.containers.count).contains {
      $0.keys != nil || $0.isList
    }
    variant.mayReadOtherKeys =
      opens || summary.includesSuperclass != before.includesSuperclass
      || summary.nestedReads != before.nestedReads
      || summary.mayReadOtherKeys && !before.mayReadOtherKeys
    let reason = summary.opaqueReason
    summary = before
    summary.opaqueReason = reason
    // Containers opened only in a branch are ignored.
    variant.reads.removeAll { $0.container >= before.containers.count }
    variables = variables.filter { $0.value < before.containers.count }
    if variant.caseNames.isEmpty, variant.texts.isEmpty { return }
    summary.variants?.variants.append(variant)
  }

  /// Returns the key whose value a `switch` tests, or nil if it is unknown; the value is read in
  /// the `switch` itself or stored in a variable.
  private func key(of subject: ExprSyntax) -> ContainedKey? {
    if let name = subject.propertyName { return values[name] }
    if let attempt = subject.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      return key(of: attempt.expression)
    }
    // The subject has already been visited, so its read is the last one in the summary.
    guard let call = subject.as(FunctionCallExprSyntax.self), let read = summary.reads.last,
      read.isCertain, read.method == .decode, place(of: call) == read.place
    else { return nil }
    return ContainedKey(container: read.container, key: read.key)
  }

  /// Returns the values that select a branch (none for `default`), or nil unless all are string
  /// literals or cases.
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
        variant.caseNames.append(access.declName.baseName.nameWithoutBackticks)
      } else {
        return nil
      }
    }
    return variant
  }
}
