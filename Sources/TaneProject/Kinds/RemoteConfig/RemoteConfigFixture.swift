package import TaneCore
import TaneFormats

/// A file `remote-config.yaml` of a fixture set, as it was read.
///
/// ```yaml
/// conditions:
///   - { name: ios, expression: device.os == 'ios', color: BLUE }
/// parameters:
///   greeting: Hello
///   page_size: 20
///   colors: [red, green]
///   theme:
///     value: light
///     description: Which colours the app has
///     conditions: { ios: dark }
/// groups:
///   Limits:
///     description: Numbers
///     parameters: { retries: 3 }
/// ```
package struct RemoteConfigFixture: Sendable {
  /// What the file describes; without what could not be understood.
  package let template: RemoteConfigTemplate
  /// The template's tree (`RemoteConfigTemplate.tree`), every value at the place where it was written.
  package let tree: Tree
  /// What is to be said of the file, by place.
  package let diagnostics: [Diagnostic]

  /// Reads a file's bytes; `name` is the file's name as users know it.
  package init(_ bytes: [UInt8], named name: String) {
    let result = TreeReader.read(bytes, named: name, as: .yaml)
    var reader = RemoteConfigTreeReader(spelling: ScalarSpelling(of: bytes))
    let template = result.tree.map { reader.read($0) } ?? RemoteConfigTemplate()
    let nodes = reader.nodes
    self.template = template
    tree = template.tree(at: nodes)
    var findings = result.diagnostics + reader.findings
    if !findings.containsError {
      findings += RemoteConfigCheck.findings(in: template) { nodes.position(of: $0.path) }
    }
    diagnostics = findings.sorted()
  }
}

extension [TreePath: Tree] {
  /// Where a path was described, or the nearest one above it.
  fileprivate func position(of path: TreePath) -> SourcePosition? {
    var path = path
    while self[path] == nil, !path.components.isEmpty {
      path = TreePath(path.components.dropLast())
    }
    guard let node = self[path] else { return nil }
    // What is written short has its parameter's key.
    return node.key == path.components.last ? node.keyPosition : node.position
  }
}
