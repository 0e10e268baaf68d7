import TaneCore
import TaneFormats
import Testing

@Suite("Conformance of YAML and JSON")
struct ConformanceTests {
  private static let yaml = Result { try ConformanceCase.cases(of: "yaml-test-suite") }
  private static let json = Result { try ConformanceCase.cases(of: "JSONTestSuite") }

  @Test("The conformance suites are complete")
  func counts() throws {
    let (yaml, json) = try (Self.yaml.get(), Self.json.get())
    #expect(yaml.count == 373)
    #expect(yaml.count { $0.known != nil } == 87)
    #expect(json.count == 318)
    #expect(json.count { $0.demand == .free } == 35)
    #expect(json.count { $0.demand != .free && $0.known != nil } == 2)
  }

  @Test("YAML conforms to the YAML test suite except for listed deviations")
  func yamlSuite() throws {
    for conformanceCase in try Self.yaml.get() { check(conformanceCase, as: .yaml) }
  }

  @Test("JSON conforms to JSONTestSuite except for listed deviations")
  func jsonSuite() throws {
    for conformanceCase in try Self.json.get() { check(conformanceCase, as: .json) }
  }

  private func check(_ conformanceCase: ConformanceCase, as format: TreeFormat) {
    let result = TreeParser.parse(conformanceCase.input, named: "case", as: format)
    let isMet = meets(result, conformanceCase.demand)
    if let known = conformanceCase.known {
      #expect(outcome(of: result) == known.outcome, "\(conformanceCase.id): \(known.reason)")
      #expect(!isMet, "\(conformanceCase.id) deviates no more; take it off the list")
    } else {
      #expect(isMet, "\(conformanceCase.id): \(outcome(of: result))")
    }
  }

  private func meets(_ result: ReadResult, _ demand: ConformanceCase.Demand) -> Bool {
    switch demand {
    case .value(let json):
      let expected = JSONReader().read(Array(json.utf8), named: "expected").tree
      return expected != nil && result.tree == expected && result.diagnostics.isEmpty
    case .error:
      return result.tree == nil && result.diagnostics.containsError
        && result.diagnostics.allSatisfy { ($0.position?.line ?? 0) > 0 }
    case .documents, .free:
      return false
    }
  }

  private func outcome(of result: ReadResult) -> ConformanceCase.Outcome {
    guard let tree = result.tree else {
      return .findings(result.diagnostics.map(\.description).joined(separator: "\n"))
    }
    let text = try? JSONWriter(.compact, keyOrder: .key).write(tree)
    return .reading(text ?? YAMLWriter().write(tree))
  }
}
