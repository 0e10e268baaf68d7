public import TaneCore

extension Fixtures {
  /// What fixtures say of a Realtime Database.
  public struct Database: Sendable {
    /// The database's name in the profile.
    public let name: String
    /// The tree from the root, as the files spell it: not yet in stored form.
    public let tree: Tree
    /// The nodes that files describe, of which none lies below another, in walk order.
    public let owned: [TreePath]
  }

  /// The databases that fixtures say something of, by name.
  public var databases: [Database] {
    services(of: .databases).compactMap { $0.details as? Database }
  }
}
