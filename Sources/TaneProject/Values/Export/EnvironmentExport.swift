import TaneCore
import TaneFormats

/// An export of an environment's name, services and values for other programs.
package struct EnvironmentExport {
  /// An exported setting.
  struct Entry {
    /// The path of the setting.
    let path: [String]
    let content: ValueContent
    let position: SourcePosition?

    /// The path of the setting, separated by dots, for messages.
    var setting: String { path.joined(separator: ".") }
  }

  let profile: EnvironmentProfile
  private(set) var entries: [Entry] = []
  private var secrets: [String] = []
  private var runtimeValues: [String] = []

  /// Creates the export of a profile.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - reveals: True if secrets are included.
  package init(of profile: EnvironmentProfile, revealingSecrets reveals: Bool = false) {
    self.profile = profile
    add(["environment"], .text(profile.name), nil)
    if let project = profile.project {
      add(["project"], .text(project), profile.origin(of: "project"))
    }
    for service in profile.services { add(service.path, .text(service.url), service.position) }
    for value in profile.values {
      if value.variable != nil {
        runtimeValues.append(value.keyPath)
      } else if value.isSecret, !reveals {
        secrets.append(value.keyPath)
      } else if let content = value.content {
        add(["values"] + value.path, content, value.position)
      }
    }
  }

  private mutating func add(_ path: [String], _ content: ValueContent, _ place: SourcePosition?) {
    entries.append(Entry(path: path, content: content, position: place))
  }

  /// Returns the environment in a format other than Swift; for Swift, use `SwiftExport`.
  ///
  /// - Throws: An `ExportFailure` if the format cannot represent a value.
  package func text(as format: ExportFormat) throws(ExportFailure) -> ExportedText {
    let text =
      switch format {
      case .swift, .json: try json()
      case .plist: try PropertyListText(export: self).text()
      case .xcconfig: try FlatText(export: self, format: XcodeSettings()).text()
      case .dotenv: try FlatText(export: self, format: DotenvVariables()).text()
      case .shell: try FlatText(export: self, format: ShellVariables()).text()
      }
    return ExportedText(text: text, secrets: secrets, runtimeValues: runtimeValues)
  }

  private func json() throws(ExportFailure) -> String {
    do {
      return try JSONWriter(.pretty, keyOrder: .key).write(Tree(tree.literal))
    } catch {
      throw ExportFailure(findings: [
        .error(.invalidValue, "\(error)", at: SourcePosition(file: profile.file))
      ])
    }
  }

  /// The exported settings as a tree.
  indirect enum Node {
    case group([(key: String, node: Node)])
    case value(ValueContent)

    fileprivate var literal: TreeLiteral {
      switch self {
      case .group(let entries): .map(entries.map { ($0.key, $0.node.literal) })
      case .value(let content): content.machineLiteral
      }
    }
  }

  /// The entries as a tree, grouped by the keys of their paths.
  var tree: Node { Self.node(of: entries[...], at: 0) }

  private static func node(of entries: ArraySlice<Entry>, at depth: Int) -> Node {
    if let entry = entries.first, entry.path.count == depth { return .value(entry.content) }
    var groups: [(key: String, node: Node)] = []
    var rest = entries
    while let key = rest.first?.path[depth] {
      groups.append((key, node(of: rest.filter { $0.path[depth] == key }[...], at: depth + 1)))
      rest = rest.filter { $0.path[depth] != key }[...]
    }
    return .group(groups)
  }
}

extension ValueContent {
  /// The value for programs: durations are in seconds, and sizes in bytes.
  var machineLiteral: TreeLiteral {
    switch self {
    case .duration(let duration):
      Int64(exactly: duration.seconds).map { .integer($0) } ?? .double(duration.seconds)
    case .list(let elements): .list(elements.map(\.machineLiteral))
    case .map(let entries): .map(entries.map { ($0.key, $0.content.machineLiteral) })
    default: literal
    }
  }

  /// Returns the value as text for programs, with lists and maps as compact JSON.
  func machineText() -> String {
    if case .text(let text) = self { return text }
    // Numbers are finite, and values have no tags, so encoding cannot fail.
    return (try? JSONWriter(.compact, keyOrder: .key).write(Tree(machineLiteral))) ?? ""
  }
}
