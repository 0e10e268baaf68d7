extension Tree {
  /// Returns the map without the given keys; the source positions of other entries are unchanged.
  package func removing(_ keys: Set<String>) -> Tree {
    guard !keys.isEmpty, kind == .map,
      children.contains(where: { keys.contains($0.key ?? "") })
    else { return self }
    var builder = TreeBuilder()
    builder.setPosition(of: self)
    builder.beginMap()
    for child in children where !keys.contains(child.key ?? "") {
      builder.setKey(of: child)
      builder.append(child)
    }
    builder.endContainer()
    return builder.finish()
  }
}
