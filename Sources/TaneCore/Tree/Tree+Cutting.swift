/// A map of a large tree that is kept in pieces: entries that follow each other.
public struct CutMap: Sendable {
  /// Where the map stands below the root of the tree.
  public let path: TreePath
  /// The map.
  public let map: Tree
  /// Its entries but for those that are cut maps themselves, in the order of the map.
  public internal(set) var pieces: [Range<Int>] = []
}

extension Tree {
  /// From how many nodes on a map is cut.
  fileprivate static let manyNodes = 4096
  /// The number of nodes that a piece has on an average.
  fileprivate static let nodesOfPiece = 1024

  /// The maps of a large tree in pieces, one above another before it; none where the tree is not a large map.
  ///
  /// Where a piece begins follows from the key and the size of its first entry alone: two trees that hold nearly the
  /// same have nearly the same pieces.
  public func cut() -> [CutMap] {
    NodeMemory.with(self) { memory in
      var maps: [CutMap] = []
      if memory.isCut(index, memory.size(of: index)) { memory.cut(index, at: .root, into: &maps) }
      return maps
    }
  }
}

extension NodeMemory {
  fileprivate func isCut(_ node: Int, _ size: Int) -> Bool {
    size >= Tree.manyNodes && nodes[node].kind == .map && nodes[node].tag == .none
  }

  /// The number of nodes of a value, itself included, as far as it takes to tell that it is large.
  fileprivate func size(of node: Int) -> Int {
    guard nodes[node].kind.isContainer else { return 1 }
    var size = 1
    for child in nodes[node].childRange where size < Tree.manyNodes {
      size += nodes[child].kind.isContainer ? self.size(of: child) : 1
    }
    return size
  }

  fileprivate func cut(_ node: Int, at path: TreePath, into maps: inout [CutMap]) {
    let (number, entries) = (maps.count, nodes[node].childRange)
    maps.append(CutMap(path: path, map: tree(node)))
    var start = entries.lowerBound
    func end(_ last: Int, in maps: inout [CutMap]) {
      guard start < last else { return }
      maps[number].pieces.append(start - entries.lowerBound..<last - entries.lowerBound)
      start = last
    }
    for entry in entries {
      let size = size(of: entry)
      if isCut(entry, size) {
        end(entry, in: &maps)
        start = entry + 1
        let name = String(decoding: key(entry), as: UTF8.self)
        cut(entry, at: path.appending(name), into: &maps)
      } else if beginsPiece(entry, size) {
        end(entry, in: &maps)
      }
    }
    end(entries.upperBound, in: &maps)
  }

  /// Whether an entry is the first one of a piece: the larger it is, the likelier.
  private func beginsPiece(_ entry: Int, _ size: Int) -> Bool {
    Self.hash(key(entry), seed: 0) % UInt64(Tree.nodesOfPiece) < UInt64(size)
  }
}
