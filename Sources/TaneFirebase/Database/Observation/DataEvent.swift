import TaneCore

/// An event of observed data.
struct DataEvent: Sendable {
  let type: DataEventType
  let snapshot: DataSnapshot
  /// The key of the previous child in the query's order; nil for the first child, a removed child
  /// and a value event.
  let previousSiblingKey: String?

  init(_ type: DataEventType, _ snapshot: DataSnapshot, after previousSiblingKey: String? = nil) {
    self.type = type
    self.snapshot = snapshot
    self.previousSiblingKey = previousSiblingKey
  }

  /// Returns the events that describe the changes between two snapshots of a query, in the order of
  /// the Firebase SDK: removals, additions, moves, changes, and the value.
  static func events(
    from old: DataSnapshot?,
    to new: DataSnapshot,
    orderedBy order: TreeQuery.Order?
  ) -> [DataEvent] {
    let comparison = ChildComparison(old: old, new: new, order: order ?? .priority)
    return comparison.events + [DataEvent(.value, new)]
  }
}

/// A comparison of two snapshots' children.
private struct ChildComparison {
  let old: DataSnapshot?
  let new: DataSnapshot
  let order: TreeQuery.Order

  var events: [DataEvent] {
    var removed: [DataEvent] = []
    var (added, moved, changed): ([DataEvent], [DataEvent], [DataEvent]) = ([], [], [])
    for key in old?.childKeys ?? [] where new.exported[key] == nil {
      if let child = old?.child(key) { removed.append(DataEvent(.childRemoved, child)) }
    }
    var previous: String?
    for key in new.childKeys {
      let (before, after) = (old?.exported[key], new.exported[key])
      if before == nil {
        added.append(DataEvent(.childAdded, new.child(key), after: previous))
      } else if before != after {
        if sortValue(before) != sortValue(after) {
          moved.append(DataEvent(.childMoved, new.child(key), after: previous))
        }
        changed.append(DataEvent(.childChanged, new.child(key), after: previous))
      }
      previous = key
    }
    return removed + added + moved + changed
  }

  /// Returns the value by which a child is ordered, or nil if the child has no such value or the
  /// order is by key.
  private func sortValue(_ exported: Tree?) -> Tree? {
    switch order {
    case .key: nil
    case .priority: exported?.exportedPriority
    case .value: exported?.withoutPriorities()
    case .child(let path): exported?.withoutPriorities()[path]
    }
  }
}
