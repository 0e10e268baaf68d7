/// A file format for reading and writing trees.
public enum TreeFormat: Sendable {
  /// YAML 1.2 with the core schema.
  case yaml
  /// JSON (RFC 8259).
  case json

  /// Creates the format for a file extension without its dot (`yaml`, `yml` or `json`), or returns
  /// nil for any other extension.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "yaml", "yml": self = .yaml
    case "json": self = .json
    default: return nil
    }
  }
}
