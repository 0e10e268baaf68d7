import TaneCore
import TaneProject

/// The write that makes a document as its fixture says.
enum DocumentPlan {
  /// The most writes of one commit, as services and emulators of any age take them.
  static let writesPerCommit = 500
  /// The most bytes of one commit: Firestore takes requests of 10 MiB.
  static let bytesPerCommit = 9 * 1024 * 1024

  /// The write of a document; nil where there is nothing to write.
  static func write(for difference: DocumentDifference, prunes: Bool) -> DocumentWrite? {
    let fixture = difference.fixture
    let changes = difference.node.written.changes.filter { prunes || $0.kind != .extra }
    guard !changes.isEmpty else { return nil }
    let depth = fixture.path.segments.count
    // The path of the document itself names no field: then all of it is written.
    let paths = changes.map { FieldPath(names: Array($0.path.components.dropFirst(depth))) }
    let named = paths.compactMap { $0 }
    let isWhole = named.count < paths.count
    let times = fixture.serverTimestamps.filter { time in
      isWhole || named.contains { $0.contains(time) }
    }
    let mask = named.filter { !times.contains($0) }
    return DocumentWrite(
      path: fixture.path,
      operation: .update(
        isWhole ? fixture.fields : fixture.fields.selecting(mask),
        mask: difference.existing == nil ? nil : mask
      ),
      transforms: times.map { DocumentTransform(path: $0, operation: .serverTime) },
      precondition: difference.existing.map { .updateTime($0.updateTime) } ?? .exists(false)
    )
  }

  /// The writes in as many commits as it takes.
  static func commits(of writes: [DocumentWrite]) -> [[DocumentWrite]] {
    var commits: [[DocumentWrite]] = []
    var bytes = 0
    for write in writes {
      let size = write.requestByteCount
      if let last = commits.last, last.count < writesPerCommit, bytes + size <= bytesPerCommit {
        commits[commits.count - 1].append(write)
        bytes += size
      } else {
        commits.append([write])
        bytes = size
      }
    }
    return commits
  }
}

/// Sizes as Firestore's requests spell documents in JSON, about.
extension DocumentWrite {
  fileprivate var requestByteCount: Int {
    let frame = 400 + path.description.utf8.count + transforms.count * 100
    guard case .update(let fields, let mask) = operation else { return frame }
    let names = (mask ?? []).reduce(0) { $0 + $1.description.utf8.count + 3 }
    return frame + names + fields.requestByteCount
  }
}

extension DocumentFields {
  fileprivate var requestByteCount: Int {
    reduce(0) { $0 + $1.name.utf8.count + 4 + $1.value.requestByteCount }
  }
}

extension DocumentValue {
  fileprivate var requestByteCount: Int {
    switch self {
    case .null, .boolean: 24
    case .integer, .double: 48
    case .timestamp: 52
    case .geoPoint: 100
    case .string(let text), .reference(let text): text.utf8.count + 24
    case .bytes(let bytes): bytes.count / 3 * 4 + 28
    case .array(let elements): elements.reduce(32) { $0 + $1.requestByteCount + 1 }
    case .map(let fields): fields.requestByteCount + 32
    }
  }
}
