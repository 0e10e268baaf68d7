/// A value of the generated trees.
enum SampleNode {
  case integer(Int)
  case text(String)
  case list([SampleNode])
  case map([(key: String, value: SampleNode)])
}

/// A shop or a user: a child of its database's only root node.
struct SampleRecord {
  enum Database: String, CaseIterable {
    case shops, users
  }

  let database: Database
  let key: String
  var value: SampleNode
}

/// A value with its path, as in a row of a plain table.
struct SampleLeaf {
  let path: String
  let value: SampleNode
}

extension SampleRecord {
  var leaves: [SampleLeaf] {
    var leaves: [SampleLeaf] = []
    // The keys are padded, so that the order of the paths is the order of the records.
    let padding = String(repeating: "0", count: max(0, 7 - key.count))
    value.appendLeaves(at: "/\(database.rawValue)/\(padding)\(key)", to: &leaves)
    return leaves
  }
}

extension SampleNode {
  fileprivate func appendLeaves(at path: String, to leaves: inout [SampleLeaf]) {
    switch self {
    case .integer, .text:
      leaves.append(SampleLeaf(path: path, value: self))
    case .list(let items):
      for (index, item) in items.enumerated() {
        item.appendLeaves(at: "\(path)/\(index)", to: &leaves)
      }
    case .map(let members):
      for (key, value) in members { value.appendLeaves(at: "\(path)/\(key)", to: &leaves) }
    }
  }
}
