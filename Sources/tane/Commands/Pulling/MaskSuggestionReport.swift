import TaneCore
import TaneRendering
import TaneSeeding

/// What `tane pull --suggest-masks` says: masks as a profile has them, and no value.
struct MaskSuggestionReport {
  let suggestions: [MaskSuggestion]
  let context: CommandContext

  func show() {
    guard !context.isJSON else { return context.console.printJSON(document) }
    guard !suggestions.isEmpty else {
      return context.console.print("Nothing that is not masked looks like personal data.")
    }
    // It is copied into a profile: no line of it may be broken.
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

  /// The suggestions, those of one pattern together: for its keys and for its values.
  private var places: [[MaskSuggestion]] {
    suggestions.reduce(into: []) { places, suggestion in
      if places.last?.first?.pattern == suggestion.pattern {
        places[places.count - 1].append(suggestion)
      } else {
        places.append([suggestion])
      }
    }
  }

  /// A pattern as YAML has it.
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
