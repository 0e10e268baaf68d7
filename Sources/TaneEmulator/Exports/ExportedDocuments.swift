import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneSeeding

/// Firestore in an export of Google Cloud, or in a file of collections.
struct ExportedDocuments: ExportedKind {
  let kind = ServiceKind.firestore

  func folderNoun(_ names: [String]) -> String? {
    let isExport = names.contains { $0.hasSuffix(FirestoreExport.metadataSuffix) }
    return isExport ? "an export of Firestore" : nil
  }

  func claim(onFile fileExtension: String, _ tree: Tree?) -> ExportClaim {
    TreeFormat(fileExtension: fileExtension) == nil ? .impossible : .possible
  }

  func source(ofFolder export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    let stores = try export.emptySource().stores
    let documents = FirestoreExport(try ExportFiles(in: export.path), folder: "")
    try await documents.read(
      into: export.profile,
      stores.store(.firestore, named: service.name)
    )
    return PullSource(stores.readers)
  }

  func source(ofFile export: PullExport, _ service: ServiceProfile) async throws -> PullSource {
    guard let database = export.profile.documentDatabase else {
      preconditionFailure("the profile says where its documents are")
    }
    let result = try export.tree()
    let file = result.tree.map { DocumentFile($0, in: database) }
    let findings = result.diagnostics + (file?.findings ?? [])
    guard let file, !findings.containsError else {
      throw OperationFailure(
        .failed,
        "\(export.name) does not hold documents in collections; nothing was written",
        findings: findings
      )
    }
    let stores = try export.emptySource().stores
    try await stores.store(.firestore, named: service.name).add(file.documents)
    return PullSource(stores.readers)
  }
}
