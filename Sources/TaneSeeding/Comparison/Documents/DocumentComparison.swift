import TaneCore
import TaneProject

/// Compares the documents that fixtures describe with those of a Firestore database.
///
/// Numbers of two kinds differ, a list is one value, and so are a place and a vector: Firestore writes none
/// of their parts by itself. A `!server-timestamp` is any `!timestamp`.
struct DocumentComparison {
  /// The most documents that are read at once.
  private static let batchSize = 300

  let database: DocumentDatabaseName
  let own: [Address: Ownership]
  let scope: ComparisonScope
  let ignored: [AddressPattern]

  /// Reads the documents that are asked for, and compares them.
  func run(
    _ documents: [Fixtures.Document],
    against reader: any DocumentReader
  ) async throws -> [DocumentDifference] {
    let selection = FieldSelection(scope, among: documents.map(\.address))
    let asked = documents.filter { selection.includes($0.address) }
    var differences: [DocumentDifference] = []
    for start in stride(from: 0, to: asked.count, by: Self.batchSize) {
      try Task.checkCancellation()
      let batch = asked[start..<min(start + Self.batchSize, asked.count)]
      let found = try await reader.documents(at: batch.map(\.path))
      differences += zip(batch, found).map { compare($0, with: $1, selection) }
    }
    return differences
  }

  private func compare(
    _ fixture: Fixtures.Document,
    with existing: StoredDocument?,
    _ selection: FieldSelection
  ) -> DocumentDifference {
    let live = existing.map { Tree(document: $0.fields, in: database) } ?? .null
    let comparison = Self.options(ignoring: ignored, at: fixture.address)
    let changeset = Changeset(from: live, to: fixture.tree, options: comparison)
    let changes = WholeValues.joining(changeset.changes, from: live, to: fixture.tree)
    let node = NodeDifference(
      fixture.address,
      changeset,
      changes,
      selection,
      from: live,
      to: fixture.tree,
      as: meaning
    )
    return DocumentDifference(fixture: fixture, existing: existing, node: node)
  }

  /// The options by which Firestore's documents are compared.
  static func options(
    ignoring ignored: [AddressPattern],
    at address: Address
  ) -> ComparisonOptions {
    ComparisonOptions(
      lists: .asWhole,
      numbers: .byKind,
      serverTime: .timestamp,
      ignored: ignored.flatMap { $0.below(address) }
    )
  }

  /// What a change means to fixtures: a field that they do not list is an extra, or left alone.
  private func meaning(of change: Change) -> Change? {
    guard change.kind == .removed else { return change }
    let parent = Address(service: Address.firestore, path: change.path.parent)
    return own[parent] == .listed ? nil : change.asExtra
  }
}

extension NodeDifference {
  /// Creates the difference of a document or an account, in the only form that it has.
  ///
  /// - Parameters:
  ///   - address: Where the document or the account stands.
  ///   - changeset: All that differs.
  ///   - changes: The changes below the node.
  ///   - selection: What of it is asked for.
  ///   - old: The old side.
  ///   - new: The new side.
  ///   - meaning: The change that one counts as; nil where it does not count.
  init(
    _ address: Address,
    _ changeset: Changeset,
    _ changes: [Change],
    _ selection: FieldSelection,
    from old: Tree,
    to new: Tree,
    as meaning: (Change) -> Change? = { $0 }
  ) {
    let selected = selection.select(changes, in: address).compactMap(meaning)
    let form = Form(
      changes: selected,
      unchangedCount: selection.unchangedCount(
        changeset.unchangedCount,
        of: new,
        besides: selected,
        in: address
      ),
      ignoredCount: changeset.ignoredCount,
      old: old,
      new: new
    )
    self.init(path: address.path, written: form, readable: nil)
  }
}
