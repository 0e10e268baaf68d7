import TaneCore
import TaneProject
import TaneFormats

/// A fixture file in memory and the result of evaluating it.
struct Example {
  /// 2026-11-20T09:30:00Z, a Friday.
  static let anchor: Int64 = 1_795_167_000

  let json: String
  let messages: [String]
  let evaluator: FixtureEvaluator
  let tree: Tree

  init(
    _ text: String,
    files: [String: String] = [:],
    variables: [String: String] = [:],
    anchor: Int64 = Self.anchor,
    limit: Int = FixtureEvaluator.maximumNodes,
    at address: String = "shops:/a",
    adjust: (inout FixtureSetSettings) -> Void = { _ in }
  ) {
    let run = FixtureRun(anchor: anchor, variables: variables)
    evaluator = FixtureEvaluator(run, limit: limit) { (path, _) throws(FixtureFileError) in
      guard let text = files[path] else { throw FixtureFileError("does not exist") }
      return (path, Array(text.utf8))
    }
    adjust(&evaluator.settings)
    let names = evaluator.settings.tagNames
    let result = TreeParser.parse(Array(text.utf8), named: "a.yaml", as: .yaml, keeping: names)
    let address = Address(parsing: address) ?? Address(service: "shops", path: .root)
    let evaluated = evaluator.evaluate(
      result.tree ?? .null,
      at: address,
      usingTimestamps: address.service == Address.firestore
    )
    tree = evaluated.tree
    messages = (result.diagnostics + evaluated.findings).map(\.description)
    json = (try? JSONWriter(.compact, keyOrder: .key).write(tree)) ?? "not JSON"
  }
}

extension FixtureSetSettings {
  /// Defines tags by their names and the YAML of their definitions.
  mutating func define(_ texts: [String: String]) {
    let names = Self.commonTagNames + texts.keys
    for (name, text) in texts {
      let file = "set.yaml"
      definitions[name] =
        TreeParser.parse(Array(text.utf8), named: file, as: .yaml, keeping: names).tree
    }
  }
}
