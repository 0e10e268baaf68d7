import TaneCore
import TaneFormats

extension FixtureTag {
  static let files = [
    FixtureTag("!include", "the path of a YAML file", "!include ../parts/menu.yaml") {
      evaluator,
      use throws(Diagnostic) in try evaluator.include(use)
    },
    FixtureTag(
      "!file",
      "the path of a file, or a map with \"path\" and \"as\" (text or base64)",
      "!file { path: logo.png, as: base64 }",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.file(use) }
    ),
    FixtureTag(
      "!env",
      "the name of an environment variable, or a map with \"name\" and \"default\"",
      "!env { name: API_HOST, default: example.com }",
      scalar: { evaluator, use throws(Diagnostic) in evaluator.variable(use) }
    ),
  ]
}

extension FixtureEvaluator {
  fileprivate func include(_ use: FixtureTag.Use) throws(Diagnostic) {
    guard let path = text(use.argument, of: use),
      let tree = includedTree(path, use)
    else {
      builder.setPosition(of: use.node)
      return builder.appendNull()
    }
    let name = tree.fileName ?? path
    guard enter(name, "the file \(name)", at: use.node.position) else {
      return builder.appendNull()
    }
    try emit(tree, use.place, use.counters)
    evaluationStack.removeLast()
  }

  private func includedTree(_ path: String, _ use: FixtureTag.Use) -> Tree? {
    guard let (name, bytes) = bytes(path, use) else { return nil }
    if let known = included[name] { return known }
    let result = TreeParser.parse(bytes, named: name, as: .yaml, keeping: settings.tagNames)
    result.diagnostics.forEach(add)
    included[name] = result.tree
    return result.tree
  }

  fileprivate func file(_ use: FixtureTag.Use) -> FixtureScalar? {
    var (path, form) = (use.argument as Tree?, "text")
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["path"], optional: ["as"])
      else { return nil }
      path = arguments["path"]
      form = arguments["as"]?.string ?? (arguments["as"] == nil ? "text" : "")
      guard ["text", "base64"].contains(form) else {
        arguments.report("as", "text or base64")
        return nil
      }
    }
    guard let path = text(path, of: use), let (name, bytes) = bytes(path, use) else { return nil }
    if form == "base64" { return .text(Base64.text(of: bytes)) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      report(
        .invalidExpression,
        "\(name) is not UTF-8 text; write !file { path: \(path), as: base64 }",
        at: use.node.position
      )
      return nil
    }
    return .text(text)
  }

  private func bytes(_ path: String, _ use: FixtureTag.Use) -> (name: String, bytes: [UInt8])? {
    do {
      let file = try readFile(path, use.node.fileName ?? "")
      recordFile(file.name)
      return file
    } catch {
      report(
        "unreadable-file",
        "\(use.tag.name): \(path.escapingControls) \(error.reason)",
        at: use.node.position
      )
      return nil
    }
  }

  /// Returns the value of an environment variable, or its default; findings never contain the
  /// value.
  fileprivate func variable(_ use: FixtureTag.Use) -> FixtureScalar? {
    var (name, fallback) = (use.argument as Tree?, nil as String?)
    if use.argument.kind == .map, use.argument.tag == .none {
      guard let arguments = FixtureArguments(use, self, required: ["name"], optional: ["default"])
      else { return nil }
      name = arguments["name"]
      if let tree = arguments["default"] {
        guard let text = Self.scalarText(tree) else {
          arguments.report("default", "text")
          return nil
        }
        fallback = text
      }
    }
    guard let name = text(name, of: use) else { return nil }
    recordVariable(name)
    if let value = run.variables[name], fallback == nil || !value.isEmpty { return .text(value) }
    if let fallback { return .text(fallback) }
    report(
      "unset-variable",
      "the environment variable \(name.escapingControls) is not set; set it, or write a default:"
        + " !env { name: \(name.escapingControls), default: … }",
      at: use.node.position
    )
    return nil
  }

  /// Begins the evaluation of a file or a definition and returns true, or reports a finding and
  /// returns false if the file or definition is already being evaluated.
  func enter(_ name: String, _ noun: String, at position: SourcePosition?) -> Bool {
    guard !evaluationStack.contains(name) else {
      let circle = (evaluationStack.drop { $0 != name } + [name]).joined(separator: " → ")
      report(.expressionCycle, "\(noun) includes itself: \(circle)", at: position)
      return false
    }
    evaluationStack.append(name)
    return true
  }
}
