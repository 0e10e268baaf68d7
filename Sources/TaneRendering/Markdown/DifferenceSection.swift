package import TaneCore

/// The differences of one database, one bucket or one pair of files.
package struct DifferenceSection {
  /// The name of the database or bucket; nil for files.
  package let name: String?
  package private(set) var parts: [DifferencePart] = []
  package private(set) var objects: [ResourceDifference] = []

  /// The sections of a document in which something differs.
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
    return sections
  }

  private init(name: String?) {
    self.name = name
  }

  /// The number of differences.
  package var count: Int { parts.reduce(objects.count) { $0 + $1.changes.count } }

  /// Hands over every difference as lines of a `diff` block.
  package func forEachBlock(_ body: (String) -> Void) {
    for part in parts { part.forEachItem { body(DiffBlock.text(of: $0)) } }
    for object in objects { body(DiffBlock.text(of: object)) }
  }
}
