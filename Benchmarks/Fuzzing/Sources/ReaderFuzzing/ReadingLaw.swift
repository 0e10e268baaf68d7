import TaneCore
public import TaneFormats

/// The properties of a reader for arbitrary bytes: it either rejects them with findings that have
/// positions, or returns a tree that can be written and read back unchanged.
public enum ReadingLaw {
  /// The maximum number of leaves of a tree that is written; aliases can make a huge tree of little
  /// text.
  private static let mostLeaves = 20_000

  /// Checks one input; a violation ends the process, which libFuzzer records.
  public static func check(_ data: UnsafePointer<UInt8>?, count: Int, as format: TreeFormat) {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let result = TreeParser.parse(bytes, named: "input", as: format)
    guard let tree = result.tree else {
      precondition(!result.diagnostics.isEmpty, "refused without a reason")
      precondition(result.diagnostics.allSatisfy(hasPlace), "a finding without a place")
      return
    }
    precondition(!result.diagnostics.containsError, "an error about a file that was read")
    precondition(result.diagnostics.allSatisfy(hasPlace), "a warning without a place")
    checkPlaces(of: tree, endingAt: count)
    guard tree.leafCount <= mostLeaves else { return }
    checkRoundTrips(of: tree, readAs: format)
  }

  private static func hasPlace(_ finding: Diagnostic) -> Bool {
    !finding.message.isEmpty && (finding.position.map { $0.line > 0 && $0.column > 0 } ?? false)
  }

  private static func checkPlaces(of tree: Tree, endingAt count: Int) {
    for place in [tree.position, tree.keyPosition] {
      guard let place else { preconditionFailure("a node without a place") }
      precondition(place.line > 0 && place.column > 0, "a place before the file")
      precondition(place.line + place.column <= count + 2, "a place behind the file")
    }
    // The first children are sufficient, because aliases repeat the same ones.
    for child in tree.children.prefix(64) { checkPlaces(of: child, endingAt: count) }
  }

  private static func checkRoundTrips(of tree: Tree, readAs format: TreeFormat) {
    let yaml = YAMLWriter().write(tree)
    check(YAMLReader().read(Array(yaml.utf8), named: "yaml"), against: tree, text: yaml)
    for layout in [JSONWriter.Layout.pretty, .compact] {
      guard let json = try? JSONWriter(layout).write(tree) else {
        precondition(format == .yaml, "JSON that cannot be written as JSON")
        return
      }
      check(JSONReader().read(Array(json.utf8), named: "json"), against: tree, text: json)
    }
  }

  private static func check(_ result: ReadResult, against tree: Tree, text: String) {
    guard let copy = result.tree, result.diagnostics.isEmpty else {
      preconditionFailure("not read back: \(result.diagnostics)\n\(text)")
    }
    precondition(copy == tree, "read back as another tree:\n\(text)")
    // Trees with 1 and 1.0 are equal, but their spellings differ.
    precondition(spelling(of: copy) == spelling(of: tree), "read back as other kinds:\n\(text)")
  }

  private static func spelling(of tree: Tree) -> String { YAMLWriter(keyOrder: .key).write(tree) }
}
