import SystemPackage
import TaneCore

/// What `environments/values.schema.yaml` says of the values of all environments.
struct ValueSchema {
  /// The file's name without its extension.
  static let stem = "values.schema"
  /// The file, as it is proposed.
  static let file = "\(Project.environments)/\(stem).yaml"

  /// A value, or a group of them.
  indirect enum Node {
    case group([(key: String, node: Node)])
    case value(ValueDeclaration)

    /// What the group says of a key.
    subscript(key: String) -> Node? {
      guard case .group(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.node
    }

    /// The declarations of the node with the keys that lead to them.
    func declarations(below path: [String] = []) -> [(
      path: [String], declaration: ValueDeclaration
    )] {
      switch self {
      case .value(let declaration): [(path, declaration)]
      case .group(let entries):
        entries.flatMap { $0.node.declarations(below: path + [$0.key]) }
      }
    }
  }

  /// What the values are; nil where there is no schema, or it cannot be used.
  private(set) var root: Node?
  /// What was found in the schema.
  private(set) var diagnostics: [Diagnostic] = []

  /// The schema of a project that has none: any value, each of the type that its YAML has.
  init() {}

  /// Reads the schema out of its file.
  init(_ settings: SettingsFile) {
    guard let tree = settings.tree else {
      diagnostics = settings.diagnostics
      return
    }
    var reader = ValueSchemaReader()
    let root = reader.group(tree, "")
    diagnostics = settings.diagnostics + reader.diagnostics
    self.root = diagnostics.containsError ? nil : root
  }

  /// The declarations of all values.
  var declarations: [(path: [String], declaration: ValueDeclaration)] {
    root?.declarations() ?? []
  }
}

/// What a schema says of one value.
struct ValueDeclaration {
  let type: ValueType
  /// Whether every environment must have the value.
  let isRequired: Bool
  /// The contents that are allowed; nil for any.
  let allowed: [ValueContent]?
  /// Whether the value must not be shown; nil where its form says so.
  let isSecret: Bool?
  /// Whether the app reads the value's variable when it runs.
  let isRuntime: Bool
  /// What the value is for.
  let summary: String?
  /// Where the value is declared.
  let position: SourcePosition?
}
