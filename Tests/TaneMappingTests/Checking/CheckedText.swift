import TaneCore
import TaneFormats
import TaneMapping
import Testing

/// Returns the report of a check of YAML text, read from `shops.yaml` at `shops:/shops`.
func report<Value: Decodable>(
  _ type: Value.Type,
  _ text: String,
  _ options: MappingCheckOptions = MappingCheckOptions()
) throws -> MappingReport {
  let result = TreeParser.parse(Array(text.utf8), named: "shops.yaml", as: .yaml)
  let address = Address(service: "shops", path: "/shops")
  return check(type, in: try #require(result.tree), at: address, options: options)
}

/// Returns the descriptions of the findings of such a check.
func findings<Value: Decodable>(
  _ type: Value.Type,
  _ text: String,
  _ options: MappingCheckOptions = MappingCheckOptions()
) throws -> [String] {
  try report(type, text, options).findings.map(\.description)
}

/// Checks that findings are the expected ones.
func expect(
  _ found: [String],
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found == expected, sourceLocation: sourceLocation)
}
