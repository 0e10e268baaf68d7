import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("Laws of patches")
struct PatchLawTests {
  static let pairs =
    RandomTree.pairs(250, seed: 21) + RandomEdit.pairs(350, seed: 22)
    + RandomEdit.records(200, seed: 23)

  @Test("A Realtime Database update turns one stored form into another without overlaps")
  func realtimeDatabase() {
    for (old, new) in Self.pairs {
      let update = RealtimeDatabaseUpdate(from: old, to: new)
      #expect(update.apply(to: old) == new.storedForm())
      #expect(TreeWrite.overlap(in: update.writes) == nil)
      #expect(RealtimeDatabaseUpdate(from: new, to: new).writes.isEmpty)
      #expect(update.writes.allSatisfy { $0.expected == old.storedForm()[$0.path] ?? .null })
      let single = Changeset(from: old.storedForm(), to: new.storedForm()).changes
      let writesRoot = single.first?.path.isRoot == true
      let singleSize = size(single.map { ($0.path, $0.new ?? .null) })
      #expect(writesRoot || size(update.writes.map { ($0.path, $0.value) }) <= singleSize)
    }
  }

  private func size(_ writes: [(TreePath, Tree)]) -> Int {
    writes.reduce(0) { sum, write in
      sum + write.1.approximateByteCount
        + write.0.components.reduce(3) { $0 + $1.utf8.count + 1 }
    }
  }

  @Test("A Realtime Database update leaves ignored values unchanged")
  func realtimeDatabaseIgnoring() {
    for (old, new) in Self.pairs {
      let options = ComparisonOptions(ignored: ["/**/name", "/a", "/*/tags/1"])
      let update = RealtimeDatabaseUpdate(from: old, to: new, options: options)
      let applied = update.apply(to: old)
      let (from, to) = (old.storedForm(), new.storedForm())
      let isKept = isApplied(applied, from, to, at: .root, options.ignored)
      #expect(isKept, "\(old) to \(new): \(applied)")
    }
  }

  /// Returns true if ignored entries of maps in both trees are unchanged, and all other entries are
  /// those of the new tree.
  private func isApplied(
    _ applied: Tree?,
    _ old: Tree,
    _ new: Tree,
    at path: TreePath,
    _ ignored: [PathPattern]
  ) -> Bool {
    guard old.kind == .map, new.kind == .map else {
      return old.isNull || new.isNull || applied == new
    }
    let added = new.children.compactMap(\.key).filter { old[$0] == nil }
    return (old.children.compactMap(\.key) + added).allSatisfy { key in
      let place = path.appending(key)
      let child = applied?[key]
      if ignored.contains(where: { $0.matches(place) }) { return child == old[key] }
      guard let oldChild = old[key], let newChild = new[key] else { return child == new[key] }
      return isApplied(child, oldChild, newChild, at: place, ignored)
    }
  }

  static let listMatchings = ChangesetLawTests.listMatchings

  @Test(
    "A JSON patch of two trees turns the first into the second",
    arguments: listMatchings.indices
  )
  func jsonPatch(_ index: Int) throws {
    let options = ComparisonOptions(lists: Self.listMatchings[index])
    for (old, new) in Self.pairs {
      let patch = JSONPatch(from: old, to: new, options: options)
      let applied = try patch.apply(to: old)
      #expect(applied == new, "\(patch.operations)")
      let read = try JSONPatch(patch.tree)
      #expect(try read.apply(to: old) == new)
      #expect(JSONPatch(from: new, to: new, options: options).operations.isEmpty)
    }
  }

  @Test("A merge patch turns one tree into another or reports a null that it cannot express")
  func mergePatch() {
    for (old, new) in Self.pairs {
      do {
        let patch = try JSONMergePatch(from: old, to: new)
        #expect(patch.apply(to: old) == new)
        #expect(JSONMergePatch(patch.tree).apply(to: old) == new)
      } catch {
        #expect(new[error.path]?.isNull == true)
        #expect(old[error.path]?.isNull != true)
      }
    }
  }

  @Test("A JSON patch of a list uses as few moves as possible")
  func moves() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let old = (0..<12).map { $0 }.shuffled(using: &random)
      var new = old.shuffled(using: &random)
      let patch = JSONPatch(from: tree(old), to: tree(new))
      #expect(try patch.apply(to: tree(old)) == tree(new))
      #expect(patch.operations.count <= 12 - increasing(new.compactMap(old.firstIndex)))
      new.removeFirst(3)
      new.insert(contentsOf: [20, 21], at: Int.random(in: 0...9, using: &random))
      #expect(try JSONPatch(from: tree(old), to: tree(new)).apply(to: tree(old)) == tree(new))
    }
  }

  private func tree(_ ids: [Int]) -> Tree {
    Tree(.list(ids.map { ["id": .integer(Int64($0)), "name": .string("shop \($0)")] }))
  }

  /// Returns the length of a longest increasing subsequence, computed in quadratic time.
  private func increasing(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
