import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The output of `tane pull` and `tane adopt`.
struct PullReport {
  let context: CommandContext

  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.SkippedValue]) {
    guard !context.isJSON else { return }
    let style = context.console.style
    for file in files {
      let path = VisibleText.revealing(file.path.string)
      switch file.content {
      case .nothing: context.console.print("\(style.red("- remove".label))  \(path)")
      case .object: context.console.print("\(label(file))  \(path)")
      case .text:
        let values = style.dim(counted(file.changeCount, "value"))
        let lost = file.lossNote.map { style.yellow("  \($0)") } ?? ""
        context.console.print("\(label(file))  \(path)  \(values)\(lost)")
      }
    }
    for place in left {
      context.console.print(
        "\(style.yellow("! skip".label))  \(place.address)  \(style.dim(place.reason))"
      )
    }
    if !files.isEmpty || !left.isEmpty { context.console.print() }
  }

  private func label(_ file: FixtureUpdate.File) -> String {
    let style = context.console.style
    return file.exists ? style.yellow("~ change".label) : style.green("+ add".label)
  }

  /// Prints the result of a pull; `done` is the verb in the last sentence, such as "Pulled".
  func finish(_ result: PullResult, done: String) {
    let files = result.files
    guard !context.isJSON else { return context.console.printJSON(document(of: result)) }
    if let masked = result.masked, !files.isEmpty {
      context.console.print(Self.summary(of: masked))
    }
    context.console.print(
      files.isEmpty
        ? result.left.isEmpty
          ? "Nothing to do: the fixtures match the environment."
          : "Nothing was written: the fixtures cannot contain these values."
        : result.isWritten
          ? "\(context.console.style.green(done.localized)) into \(counted(files.count, "file"))."
          : "Dry run: nothing was written."
    )
  }

  private func document(of result: PullResult) -> TreeLiteral {
    var document: [(String, TreeLiteral)] = [
      ("written", .bool(result.isWritten)),
      (
        "files",
        .list(
          result.files.map { file in
            .map([("path", .string(file.path.string)), ("change", .string(Self.change(file)))])
          }
        )
      ),
      ("left", Self.document(of: result.left)),
    ]
    if let masked = result.masked {
      let search = masked.search
      document.append(
        (
          "masks",
          [
            "searched": .integer(Int64(search.count)),
            "notSearched": .integer(Int64(search.shortCount + search.sharedCount)),
            "exceptions": .list(Self.exceptions(of: masked).map { .string($0) }),
          ]
        )
      )
    }
    return .map(document)
  }

  /// Returns the values that fixtures cannot describe, as JSON.
  static func document(of left: [FixtureUpdate.SkippedValue]) -> TreeLiteral {
    .list(
      left.map { .map([("address", .string("\($0.address)")), ("reason", .string($0.reason))]) }
    )
  }

  private static func change(_ file: FixtureUpdate.File) -> String {
    if case .nothing = file.content { return "remove" }
    return file.exists ? "change" : "add"
  }

  /// Returns the exceptions from masking: the addresses of unmasked values, and the original values
  /// that the profile allows.
  private static func exceptions(of masked: MaskedEnvironment) -> [String] {
    masked.exceptions.keys.map { "\($0)" }.sorted()
      + masked.search.exceptions.map { "\"\($0.escapingControls)\"" }
  }

  /// Returns a sentence with the number of original values that were checked and not checked.
  private static func summary(of masked: MaskedEnvironment) -> String {
    let search = masked.search
    var text =
      "Masked: \(counted(search.count, "original value")) checked; none remain in the written files."
    if search.shortCount + search.sharedCount > 0 {
      text +=
        " Not checked: \(counted(search.shortCount, "short or common value")) (fewer than 3 Latin "
        + "letters, fewer than 6 digits, or a word such as \"true\")"
        + (search.sharedCount > 0
          ? ", \(search.sharedCount.grouped) identical to a pseudonym." : ".")
    }
    let exceptions = exceptions(of: masked)
    if !exceptions.isEmpty { text += " Exceptions: \(exceptions.joined(separator: ", "))." }
    return text
  }
}

/// The output of `tane pull --suggest-masks`: masks for a profile, without data.
struct MaskSuggestionReport {
  let suggestions: [MaskSuggestion]
  let context: CommandContext

  func show() {
    guard !context.isJSON else { return context.console.printJSON(document) }
    guard !suggestions.isEmpty else {
      return context.console.print("No unmasked value looks like personal data.")
    }
    // The output is meant to be copied into a profile, so its lines are not folded.
    context.console.printRaw("masks:\n")
    for place in places {
      let notes = place.map {
        "\($0.kind.rawValue)\($0.isKey ? " as key" : ""), \($0.count.grouped)"
      }
      let masks = place.map(\.mask)
      context.console.printRaw(
        "  \(Self.quoted("\(place[0].pattern)")): "
          + (masks.count == 1 ? masks[0] : "[\(masks.joined(separator: ", "))]")
          + context.console.style.dim("  # \(notes.joined(separator: "; "))") + "\n"
      )
    }
  }

  /// The suggestions, grouped by pattern.
  private var places: [[MaskSuggestion]] {
    suggestions.reduce(into: []) { places, suggestion in
      if places.last?.first?.pattern == suggestion.pattern {
        places[places.count - 1].append(suggestion)
      } else {
        places.append([suggestion])
      }
    }
  }

  /// Adds quotation marks to a pattern if YAML requires them.
  private static func quoted(_ pattern: String) -> String {
    let isPlain = pattern.utf8.allSatisfy {
      $0 > 0x7F || $0 > 0x20 && !"#\"'\\{}[],&|>?`@!".utf8.contains($0)
    }
    return isPlain
      ? pattern : "\"\(pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private var document: TreeLiteral {
    [
      "masks": .list(
        suggestions.map {
          [
            "pattern": .string("\($0.pattern)"), "mask": .string($0.mask),
            "kind": .string($0.kind.rawValue), "count": .integer(Int64($0.count)),
          ]
        }
      )
    ]
  }
}
