import TaneCore

/// A merge of a profile into the profile that it extends, key by key.
///
/// Maps are merged recursively, and everything else is replaced; null removes the inherited value.
/// A service's location written as a string is equivalent to a map that contains only the location,
/// such as a `url`.
enum ProfileMerge {
  /// Returns the merged settings with their positions; the upper profile takes precedence.
  static func merge(_ lower: Tree, under upper: Tree) -> Tree {
    var builder = TreeBuilder()
    merge(lower, upper, at: [], into: &builder)
    return builder.finish()
  }

  private static func merge(
    _ lower: Tree,
    _ upper: Tree,
    at path: [String],
    into builder: inout TreeBuilder
  ) {
    let (lower, upper) =
      locationKey(at: path).map { key in
        (expanded(lower, upper, by: key), expanded(upper, lower, by: key))
      } ?? (lower, upper)
    guard lower.kind == .map, upper.kind == .map else { return builder.append(upper) }
    builder.setPosition(of: upper)
    builder.beginMap()
    for child in lower.children where upper[child.key ?? ""] == nil {
      builder.setKey(of: child)
      builder.append(child)
    }
    for child in upper.children {
      builder.setKey(of: child)
      let key = child.key ?? ""
      if let below = lower[key] {
        merge(below, child, at: path + [key], into: &builder)
      } else {
        builder.append(child)
      }
    }
    builder.endContainer()
  }

  /// Returns the key of the location, such as `url`, in the long form of the service at a path, or
  /// nil if there is no service with a long form at the path.
  private static func locationKey(at path: [String]) -> String? {
    let declaration = ServiceDeclarations.all.first { $0.kind.id == path.first }
    guard let declaration, path.count == (declaration.isNamed ? 2 : 1) else { return nil }
    return declaration.longForm?.key
  }

  /// Converts a service from a location string to a map if the other profile has a map; otherwise,
  /// returns the service unchanged.
  private static func expanded(_ service: Tree, _ other: Tree, by key: String) -> Tree {
    guard service.kind == .string, other.kind == .map else { return service }
    var builder = TreeBuilder()
    builder.setPosition(of: service)
    builder.beginMap()
    builder.setKey(key)
    builder.append(service)
    builder.endContainer()
    return builder.finish()
  }
}
