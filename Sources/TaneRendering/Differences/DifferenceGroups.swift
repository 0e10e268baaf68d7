import TaneCore

/// The number of differences in each group; a group is a top-level node of a service or file, or a
/// list at the root.
package struct DifferenceGroups {
  package struct Group {
    let place: String
    var counts = DifferenceCounts()
  }

  package private(set) var groups: [Group] = []
  private var indices: [String: Int] = [:]

  package init(_ document: DifferenceDocument) {
    for part in document.parts {
      // The elements of a list at the root are too many and too similar to be separate groups.
      let isList =
        part.address.path.isRoot
        && (part.form.new.kind == .list || part.form.old.kind == .list)
      for change in part.changes {
        let path = TreePath(isList ? [] : Array(change.path.components.prefix(1)))
        modify("\(Address(service: part.address.service, path: path))") { $0.add(change.kind) }
      }
    }
    for object in document.objects {
      let path = TreePath(Array(object.address.path.components.prefix(1)))
      let place = "\(Address(service: object.address.service, path: path))"
      modify(place) { $0.add(object.kind) }
    }
  }

  private mutating func modify(_ place: String, _ body: (inout DifferenceCounts) -> Void) {
    let index = indices[place] ?? groups.count
    if index == groups.count {
      indices[place] = index
      groups.append(Group(place: place))
    }
    body(&groups[index].counts)
  }
}
