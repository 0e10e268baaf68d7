import TaneCore

// The restrictions of mappings for Firestore documents and for other services.
extension MappingsReader {
  /// Returns true if mappings support the data that a pattern matches; reports a finding otherwise.
  mutating func checkDataIsSupported(
    by pattern: AddressPattern,
    at position: SourcePosition?
  ) -> Bool {
    if pattern.service == Address.accounts {
      report(
        .invalidValue,
        "accounts cannot be mapped: Firebase Authentication defines their fields, and no type of "
          + "the app decodes them; remove \"\(pattern)\"",
        at: position
      )
      return false
    }
    guard pattern.isForDocuments else { return true }
    let count = pattern.steps.count
    guard count == 0 || !count.isMultiple(of: 2) else { return true }
    report(.invalidValue, Self.violation(in: pattern), at: position)
    return false
  }

  private static func violation(in pattern: AddressPattern) -> String {
    let names = pattern.pattern.description.split(separator: "/")
    guard let last = names.last else {
      return
        "\"\(pattern)\" does not match documents; use a pattern for the documents of a collection, "
        + "such as firestore:/posts/*"
    }
    let document = "\(pattern.service):/\(names.dropLast().joined(separator: "/"))"
    let field =
      names.count == 1
      ? "" : " If \"\(last)\" is a field, map \(document) to the type that contains it"
    return
      "\"\(pattern)\" is a collection, but a mapping matches documents, whose paths have an even "
      + "number of segments; did you mean \"\(pattern)/*\"?\(field)"
  }

  /// Reports the settings of a mapping that Firestore's decoder does not support.
  mutating func checkDocumentSettings(_ entry: Tree) {
    if let decoder = entry["decoder"], decoder.string == MappingSettings.Decoder.json.rawValue {
      report(
        .invalidValue,
        "documents always use Firestore's decoder; remove \"decoder: json\"",
        at: decoder.position
      )
    }
    for child in entry["strategies"]?.children ?? Tree.null.children {
      switch child.key {
      case "data", "floats":
        let value = child.key == "data" ? "binary data from bytes" : "numbers unchanged"
        report(
          .invalidValue,
          "Firestore's decoder does not support the strategy \"\(child.key ?? "")\", because it "
            + "reads \(value); remove the strategy",
          at: child.keyPosition
        )
      case "dates" where !Self.documentDates.contains(child.string ?? ""):
        report(
          .invalidValue,
          "Firestore's decoder reads dates from timestamps; to change that, use one of the "
            + "strategies \(Self.documentDates.joined(separator: ", "))",
          at: child.position
        )
      default: break
      }
    }
  }

  /// The date strategies that Firestore's decoder supports in addition to timestamps.
  private static let documentDates = ["secondsSince1970", "millisecondsSince1970"]
}

extension AddressPattern {
  /// A Boolean value indicating whether the pattern is for documents of Firestore.
  var isForDocuments: Bool { service == Address.firestore }
}

extension MappingSettings {
  /// The default settings for documents, without the file's decoder and decoding strategies.
  var documentDefaults: MappingSettings {
    var settings = self
    (settings.decoder, settings.strategies) = (.firebase, DecodingStrategies())
    return settings
  }
}
