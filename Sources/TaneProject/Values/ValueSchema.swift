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

    /// Returns the node of a key in the group; nil for an unknown key, or if the node is a single
    /// value.
    subscript(key: String) -> Node? {
      guard case .group(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.node
    }

    /// Returns the declarations of the node with their paths.
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

  /// The declared values; nil if there is no schema or the schema is unusable.
  private(set) var root: Node?
  /// The findings about the schema.
  private(set) var diagnostics: [Diagnostic] = []

  /// Creates an empty schema, which allows any value with its type in YAML.
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
  /// The allowed contents, or nil for any.
  let allowed: [ValueContent]?
  /// A Boolean value indicating whether the value must not be shown; nil if its content determines
  /// whether it is a secret.
  let isSecret: Bool?
  /// A Boolean value indicating whether the app reads the value's variable at run time.
  let isRuntime: Bool
  /// The purpose of the value.
  let summary: String?
  let position: SourcePosition?
}
