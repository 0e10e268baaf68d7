import TaneCore

extension Tree {
  /// The tree in read-back form, sharing whatever comes back as it was written.
  ///
  /// Most data are: a list of things that are there comes back as that list.
  func asReadBack() -> Tree {
    guard changesOnReadBack else { return self }
    var builder = TreeBuilder(sharing: self)
    if existsInRealtimeDatabase {
      appendReadBack(to: &builder)
    } else {
      builder.appendNull()
    }
    return builder.finish()
  }

  /// Whether anything in the tree comes back otherwise than it was written.
  private var changesOnReadBack: Bool {
    switch kind {
    case .null: tag == .none
    case .list: children.isEmpty || children.contains { $0.changesOnReadBack }
    case .map:
      children.isEmpty || isReadBackAsList || children.contains { $0.changesOnReadBack }
    default: false
    }
  }

  private func appendReadBack(to builder: inout TreeBuilder) {
    guard changesOnReadBack else { return builder.append(self) }
    guard !isReadBackAsList, children.allSatisfy(\.existsInRealtimeDatabase) else {
      return builder.append(readBackForm())
    }
    builder.setPlace(of: self)
    kind == .list ? builder.beginList() : builder.beginMap()
    for child in children {
      if kind == .map { builder.setKey(of: child) }
      child.appendReadBack(to: &builder)
    }
    builder.endContainer()
  }
}
