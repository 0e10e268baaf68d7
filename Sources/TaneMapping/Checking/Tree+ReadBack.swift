import TaneCore

extension Tree {
  /// Returns the tree in read-back form; unchanged nodes are shared.
  ///
  /// Most data is unchanged, since a list without nulls is read back as the same list.
  func convertedToReadBackForm() -> Tree {
    guard changesOnReadBack else { return self }
    var builder = TreeBuilder(sharing: self)
    if existsInRealtimeDatabase {
      appendReadBack(to: &builder)
    } else {
      builder.appendNull()
    }
    return builder.finish()
  }

  /// A Boolean value indicating whether any node in the tree changes when read back.
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
    builder.setPosition(of: self)
    kind == .list ? builder.beginList() : builder.beginMap()
    for child in children {
      if kind == .map { builder.setKey(of: child) }
      child.appendReadBack(to: &builder)
    }
    builder.endContainer()
  }
}
