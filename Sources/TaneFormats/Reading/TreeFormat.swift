/// A file format that trees are read from and written to.
public enum TreeFormat: Sendable {
  /// YAML 1.2 with the core schema.
  case yaml
  /// JSON, RFC 8259.
  case json

  /// Creates the format that a file's extension names, without its dot: `yaml`, `yml` or `json`.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "yaml", "yml": self = .yaml
    case "json": self = .json
    default: return nil
    }
  }
}
