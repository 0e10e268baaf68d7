package import TaneCore

extension DocumentWrite {
  /// Returns the write in the JSON format of a commit request.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/Write>.
  package func json(of database: DocumentDatabaseName) -> TreeLiteral {
    let name = TreeLiteral.string(database.name(of: path))
    var entries: [(String, TreeLiteral)]
    switch operation {
    case .update(let fields, let mask):
      entries = [("update", ["name": name, "fields": fields.json])]
      if let mask {
        // An empty mask differs from no mask.
        let paths = mask.map { TreeLiteral.string($0.description) }
        entries.append(("updateMask", ["fieldPaths": .list(paths)]))
      }
    case .delete: entries = [("delete", name)]
    case .verify: entries = [("verify", name)]
    }
    if !transforms.isEmpty { entries.append(("updateTransforms", .list(transforms.map(\.json)))) }
    if let json = precondition.json { entries.append(("currentDocument", json)) }
    return .map(entries)
  }
}

extension DocumentPrecondition {
  fileprivate var json: TreeLiteral? {
    switch self {
    case .none: nil
    case .exists(let exists): ["exists": .bool(exists)]
    case .updateTime(let time): ["updateTime": .string(time.description)]
    }
  }
}

extension DocumentTransform {
  fileprivate var json: TreeLiteral {
    let (name, operand): (String, TreeLiteral) =
      switch operation {
      case .serverTime: ("setToServerValue", "REQUEST_TIME")
      case .increment(let value): ("increment", value.json)
      case .maximum(let value): ("maximum", value.json)
      case .minimum(let value): ("minimum", value.json)
      case .appendMissing(let values): ("appendMissingElements", Self.array(values))
      case .removeAll(let values): ("removeAllFromArray", Self.array(values))
      }
    return .map([("fieldPath", .string(path.description)), (name, operand)])
  }

  private static func array(_ values: [DocumentValue]) -> TreeLiteral {
    ["values": .list(values.map(\.json))]
  }
}
