/// A map of a large tree, divided into pieces of consecutive entries.
package struct DividedMap: Sendable {
  /// The path of the map, relative to the root of the tree.
  package let path: TreePath
  package let map: Tree
  /// The ranges of the map's entries in each piece, in order, without entries that are divided maps
  /// themselves.
  package internal(set) var pieces: [Range<Int>] = []
}

extension Tree {
  /// The minimum number of nodes in a map that is divided.
  fileprivate static let minimumDividedNodeCount = 4096
  /// The average number of nodes in a piece.
  fileprivate static let averagePieceNodeCount = 1024

  /// Returns the large maps of a tree, divided into pieces, outer maps before inner ones.
  ///
  /// The result is empty unless the tree itself is a large map.
  ///
  /// The start of a piece depends only on the key and the size of its first entry, so similar trees
  /// have mostly the same pieces.
  package func dividedMaps() -> [DividedMap] {
    NodeMemory.with(self) { memory in
      var maps: [DividedMap] = []
      if memory.isDivided(index, memory.size(of: index)) {
        memory.divide(index, at: .root, into: &maps)
      }
      return maps
    }
  }

  /// A Boolean value indicating whether the tree is a large map, which `dividedMaps` divides.
  package var isDivided: Bool { NodeMemory.with(self) { $0.isDivided(index, $0.size(of: index)) } }
}

extension NodeMemory {
  fileprivate func isDivided(_ node: Int, _ size: Int) -> Bool {
    size >= Tree.minimumDividedNodeCount && nodes[node].kind == .map && nodes[node].tag == .none
  }

  /// Returns the number of nodes at and below a node; counting stops at the minimum for dividing a
  /// map.
  fileprivate func size(of node: Int) -> Int {
    guard nodes[node].kind.isContainer else { return 1 }
    var size = 1
    for child in nodes[node].childRange where size < Tree.minimumDividedNodeCount {
      size += nodes[child].kind.isContainer ? self.size(of: child) : 1
    }
    return size
  }

  fileprivate func divide(_ node: Int, at path: TreePath, into maps: inout [DividedMap]) {
    let (number, entries) = (maps.count, nodes[node].childRange)
    maps.append(DividedMap(path: path, map: tree(node)))
    var start = entries.lowerBound
    func end(_ last: Int, in maps: inout [DividedMap]) {
      guard start < last else { return }
      maps[number].pieces.append(start - entries.lowerBound..<last - entries.lowerBound)
      start = last
    }
    for entry in entries {
      let size = size(of: entry)
      if isDivided(entry, size) {
        end(entry, in: &maps)
        start = entry + 1
        let name = String(decoding: key(entry), as: UTF8.self)
        divide(entry, at: path.appending(name), into: &maps)
      } else if beginsPiece(entry, size) {
        end(entry, in: &maps)
      }
    }
    end(entries.upperBound, in: &maps)
  }

  /// Returns true if an entry is the first of a piece; larger entries are more likely to be.
  private func beginsPiece(_ entry: Int, _ size: Int) -> Bool {
    Self.hash(key(entry), seed: 0) % UInt64(Tree.averagePieceNodeCount) < UInt64(size)
  }
}
