import SystemPackage
import TaneCore

/// The schema of all environments' values, from `environments/values.schema.yaml`.
struct ValueSchema {
  /// The file's name without its extension.
  static let stem = "values.schema"
  /// The default path of the file.
  static let file = "\(Project.environments)/\(stem).yaml"

  /// A value or a group of values.
  indirect enum Node {
    case group([(key: String, node: Node)])
    case value(ValueDeclaration)

    /// Returns the node with a key in the group, or nil if the key is unknown or the node is a
    /// single value.
    subscript(key: String) -> Node? {
      guard case .group(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.node
    }

    /// Returns the declarations in the node with their paths.
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

  /// The declared values, or nil if there is no schema or the schema has errors.
  private(set) var root: Node?
  private(set) var diagnostics: [Diagnostic] = []

  /// Creates an empty schema, which allows any value with a type inferred from YAML.
  init() {}

  /// Reads the schema from its file.
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

/// A schema's declaration of one value.
struct ValueDeclaration {
  let type: ValueType
  /// A Boolean value indicating whether every environment must have the value.
  let isRequired: Bool
  /// The allowed values, or nil if any value is allowed.
  let allowed: [ValueContent]?
  /// A Boolean value indicating whether the value must not be shown, or nil if this depends on the
  /// value's content.
  let isSecret: Bool?
  /// A Boolean value indicating whether the app reads the value's variable at run time.
  let isRuntime: Bool
  /// The purpose of the value.
  let summary: String?
  let position: SourcePosition?
}
