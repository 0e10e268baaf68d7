package import TaneCore

/// The differences in one service or between two files, or the changes that a plan withholds for
/// one reason.
package struct DifferenceSection {
  /// The name of the service; nil if the section is for files or withheld changes.
  package let name: String?
  /// The reason the changes are withheld, or nil if they are not withheld.
  package let reason: WithheldChange.Reason?
  /// The heading, or nil to use the default heading.
  package private(set) var title: String?
  private var parts: [DifferencePart] = []
  private var objects: [ResourceDifference] = []
  private var withheld: [DifferenceItem] = []

  /// Returns the sections of a document, omitting services without differences.
  package static func sections(of document: DifferenceDocument) -> [DifferenceSection] {
    var sections: [DifferenceSection] = []
    func modify(_ name: String?, _ body: (inout DifferenceSection) -> Void) {
      if sections.isEmpty || sections[sections.count - 1].name != name {
        sections.append(DifferenceSection(name: name))
      }
      body(&sections[sections.count - 1])
    }
    for part in document.parts where !part.changes.isEmpty {
      modify(part.address.service.isEmpty ? nil : part.address.service) { $0.parts.append(part) }
    }
    for object in document.objects {
      modify(object.address.service) { $0.objects.append(object) }
    }
    for reason in WithheldChange.Reason.allCases {
      let changes = document.withheld.filter { $0.reason == reason }
      guard !changes.isEmpty else { continue }
      var section = DifferenceSection(name: nil, reason: reason)
      section.objects = changes.compactMap(\.object)
      section.withheld = changes.filter { $0.object == nil }
        .map { DifferenceItem($0.change, of: $0.address.service) }
      sections.append(section)
    }
    return sections
  }

  /// Returns the sections in the order of an interactive page: conflicts, manual edits, changes
  /// that a seed would write, and values that exist only in the environment.
  package static func conflictsFirst(
    of document: DifferenceDocument,
    _ difference: Difference
  ) -> [DifferenceSection] {
    let sections = sections(of: document)
    let conflicts = sections.filter { $0.reason.map { $0 != .editedByHand } ?? false }
    let edits = sections.filter { $0.reason == .editedByHand }
    let written = sections.filter { $0.reason == nil }
    let extras = difference.resources.filter { !$0.isObject }.flatMap { resource in
      resource.form().changes.filter { $0.kind == .extra }
        .map { DifferenceItem($0, of: resource.address.service) }
    }
    var kept = DifferenceSection(name: nil)
    (kept.title, kept.withheld) = ("only in the environment", extras)
    return conflicts + edits + written + (extras.isEmpty ? [] : [kept])
  }

  private init(name: String?, reason: WithheldChange.Reason? = nil) {
    (self.name, self.reason) = (name, reason)
  }

  /// The number of differences.
  package var count: Int {
    parts.reduce(objects.count + withheld.count) { $0 + $1.changes.count }
  }

  /// Calls `item` for each difference in a tree, and then `object` for each differing object.
  package func forEach(
    _ item: (DifferenceItem) -> Void,
    object: (ResourceDifference) -> Void
  ) {
    for part in parts { part.forEachItem(item) }
    withheld.forEach(item)
    objects.forEach(object)
  }

  /// Calls a closure with the lines of a `diff` block for each difference.
  package func forEachBlock(_ body: (String) -> Void) {
    forEach({ body(DiffBlock.text(of: $0)) }, object: { body(DiffBlock.text(of: $0)) })
  }
}
