package import TaneCore

/// The sentence that summarizes a comparison in every human-readable rendering.
package struct DifferenceSentences {
  private let document: DifferenceDocument
  private var counts: DifferenceCounts { document.counts }

  package init(_ document: DifferenceDocument) {
    self.document = document
  }

  /// A sentence with the number of differing, unchanged and ignored values.
  package var text: String {
    let start = document.isEmpty ? "No differences: \(same)." : "\(differences); \(same)."
    return start + ignored + unchecked
  }

  private var differences: String {
    var parts = [phrase(.added), phrase(.changed), phrase(.removed)]
    parts += [Change.Kind.moved, .reordered].filter { counts[$0] > 0 }.map(phrase)
    if counts[.extra] > 0 {
      let extras = counted(counts[.extra], "extra")
      parts.append("\(extras) (tane seed keeps extras, --prune removes them)")
    }
    return parts.joined(separator: ", ")
  }

  private func phrase(_ kind: Change.Kind) -> String {
    let number = counts[kind].grouped
    if document.subject == .files { return filesPhrase(number, kind) }
    return switch kind {
    case .added: "\(number) to add"
    case .changed: "\(number) to change"
    case .moved: "\(number) to move"
    case .reordered: "\(number) to reorder"
    case .removed, .extra: "\(number) to remove"
    }
  }

  /// Returns the phrase for a comparison of files, which is in the past tense.
  private func filesPhrase(_ number: String, _ kind: Change.Kind) -> String {
    switch kind {
    case .added: "\(number) added"
    case .changed: "\(number) changed"
    case .moved: "\(number) moved"
    case .reordered: "\(number) reordered"
    case .removed, .extra: "\(number) removed"
    }
  }

  private var same: String {
    let values = counted(counts.unchangedValues, "value")
    guard let objects = counts.unchangedObjects else { return "\(values) unchanged" }
    return "\(values) and \(counted(objects, "object")) are unchanged"
  }

  private var unchecked: String {
    let count = counts.uncheckedPasswords
    return count == 0 ? "" : " Not checked: \(counted(count, "password"))."
  }

  private var ignored: String {
    counts.ignored == 0 ? "" : " \(counted(counts.ignored, "difference")) ignored."
  }
}

extension Change.Kind {
  /// The symbol before the verb.
  package var symbol: String {
    switch self {
    case .added: "+"
    case .changed: "~"
    case .removed, .extra: "-"
    case .moved, .reordered: "⇆"
    }
  }

  /// The imperative verb for the change, such as `add` or `change`.
  package var verb: String {
    switch self {
    case .added: "add"
    case .changed: "change"
    case .removed: "remove"
    case .extra: "extra"
    case .moved: "move"
    case .reordered: "order"
    }
  }
}
