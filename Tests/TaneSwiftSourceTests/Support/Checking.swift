import TaneCore
import TaneFormats
import TaneMapping
import tane_swift_reader
import TaneSwiftSource

/// Returns the index of a single source file, `Models.swift`.
func index(_ source: String) -> SourceIndex {
  SourceIndex(of: [SwiftFile("Models.swift", source)])
}

extension SourceIndex {
  /// Creates the index of files, which are parsed in this process.
  init(of files: [SwiftFile]) { self.init(of: files, reader: SyntaxReader()) }

  init(of files: [SwiftFile], cache: inout SourceCache) {
    self.init(of: files, cache: &cache, reader: SyntaxReader())
  }
}

extension SwiftFile {
  init(_ name: String, _ source: String) {
    self.init(name: name, bytes: Array(source.utf8))
  }
}

/// Returns the report on a value that is decoded by a type in a source text.
func report(
  _ source: String,
  _ type: String,
  _ literal: TreeLiteral,
  rules: ReadingRules = ReadingRules()
) -> MappingReport {
  report(index(source), type, Tree(literal), rules: rules)
}

func report(
  _ index: SourceIndex,
  _ type: String,
  _ tree: Tree,
  rules: ReadingRules = ReadingRules()
) -> MappingReport {
  let reference = TypeReference(parsing: type) ?? .other(type)
  return StaticCheck(of: reference, in: index, rules: rules)
    .report(on: tree, at: Address(service: "db", path: .root))
}

/// Returns the findings as `code path: message`.
func findings(
  _ source: String,
  _ type: String,
  _ literal: TreeLiteral,
  rules: ReadingRules = ReadingRules()
) -> [String] {
  report(source, type, literal, rules: rules).summaries
}

extension MappingReport {
  var summaries: [String] {
    findings.map { "\($0.code) \($0.address?.path ?? .root): \($0.message)" }
  }
}

/// Returns the tree of a YAML text, with its positions.
func yaml(_ text: String) -> Tree {
  TreeParser.parse(Array(text.utf8), named: "data.yaml", as: .yaml).tree ?? .null
}
