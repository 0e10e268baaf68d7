import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneSeeding

/// Support for Firestore documents in a Google Cloud export or in a file of collections.
struct ExportedDocuments: ExportedKind {
  let kind = ServiceKind.firestore

  func folderDescription(_ names: [String]) -> String? {
    let isExport = names.contains { $0.hasSuffix(FirestoreExport.metadataSuffix) }
    return isExport ? "a Firestore export" : nil
  }

  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportLikelihood {
    TreeFormat(fileExtension: fileExtension) == nil ? .impossible : .possible
  }

  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    let stores = try export.emptySource().stores
    let documents = FirestoreExport(files: try ExportFiles(in: export.path), folder: "")
    try await documents.read(
      into: export.profile,
      stores.store(.firestore, named: service.name)
    )
    return PullSource(stores.readers)
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    guard let database = export.profile.documentDatabase else {
      preconditionFailure("the profile names its Firestore database")
    }
    let result = try export.tree()
    let file = result.tree.map { DocumentFile($0, in: database) }
    let findings = result.diagnostics + (file?.findings ?? [])
    guard let file, !findings.containsError else {
      throw OperationFailure(
        .failed,
        "\(export.name) does not contain documents in collections; nothing was written",
        findings: findings
      )
    }
    let stores = try export.emptySource().stores
    try await stores.store(.firestore, named: service.name).add(file.documents)
    return PullSource(stores.readers)
  }
}

/// The documents in a JSON or YAML file, by collection path and document ID.
///
/// A collection has the same form as in a fixture file.
///
/// ```yaml
/// posts:
///   p1: { title: Hello, at: !timestamp 2026-05-08T01:00:00Z }
/// posts/p1/comments:
///   c1: { text: Nice }
/// ```
struct DocumentFile {
  private static let expectation =
    "a map from collections to their documents, for example posts: { p1: { title: Hello } }"

  private(set) var documents: [DocumentWrite] = []
  private(set) var findings: [Diagnostic] = []
  private let database: DocumentDatabaseName

  init(_ tree: Tree, in database: DocumentDatabaseName) {
    self.database = database
    guard tree.kind == .map, tree.tag == .none else {
      report(
        .wrongType,
        "expected \(Self.expectation), found \(Self.noun(tree))",
        tree.position
      )
      return
    }
    for collection in tree.children { read(collection: collection) }
  }

  private mutating func read(collection tree: Tree) {
    let path = DocumentPath(parsing: tree.key ?? "")
    guard path.isCollection else {
      return report(
        .illegalIdentifier,
        "\"\(path.description.escapingControls)\" is not the path of a collection; expected a path "
          + "such as posts or posts/p1/comments",
        tree.keyPosition
      )
    }
    guard tree.kind == .map, tree.tag == .none else {
      return report(
        .wrongType,
        "expected a map from identifiers to the documents of \(path.description.escapingControls), found"
          + " \(Self.noun(tree))",
        tree.position
      )
    }
    for document in tree.children { read(document, at: path.appending(document.key ?? "")) }
  }

  private mutating func read(_ tree: Tree, at path: DocumentPath) {
    if let violation = DocumentCheck.violation(in: path) {
      return report(.illegalIdentifier, violation, tree.keyPosition, path)
    }
    let reading = DocumentReading(tree, at: path, in: database)
    findings += reading.findings
    if !reading.serverTimestamps.isEmpty {
      report(
        .invalidValue,
        "!server-timestamp is not allowed in a data file, because it is set when a fixture is "
          + "written; use !timestamp and a time",
        tree.position,
        path
      )
    }
    documents.append(DocumentWrite(path: path, operation: .update(reading.fields, mask: nil)))
  }

  private static func noun(_ tree: Tree) -> String {
    tree.tag == .none ? tree.kind.withArticle : "a Firestore value"
  }

  private mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    _ position: SourcePosition?,
    _ path: DocumentPath? = nil
  ) {
    findings.append(
      .error(code, message, at: position, address: path.map { Address(document: $0) })
    )
  }
}
