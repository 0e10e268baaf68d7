import TaneCore
import TaneFormats
import TaneMapping
import Testing

/// What a check says of data that the file `shops.yaml` holds, read at `shops:/shops`.
func report<Value: Decodable>(
  _ type: Value.Type,
  _ text: String,
  _ options: MappingCheckOptions = MappingCheckOptions()
) throws -> MappingReport {
  let result = TreeParser.parse(Array(text.utf8), named: "shops.yaml", as: .yaml)
  let address = Address(service: "shops", path: "/shops")
  return check(type, in: try #require(result.tree), at: address, options: options)
}

/// The findings of such a check, as they are printed.
func findings<Value: Decodable>(
  _ type: Value.Type,
  _ text: String,
  _ options: MappingCheckOptions = MappingCheckOptions()
) throws -> [String] {
  try report(type, text, options).findings.map(\.description)
}

/// Checks that findings are the expected ones, and shows both where they are not.
func expect(
  _ found: [String],
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(found == expected, sourceLocation: sourceLocation)
}
