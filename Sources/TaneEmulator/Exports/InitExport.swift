package import SystemPackage
package import TaneCore
import TaneFormats
import TaneKit
import TaneProject

/// An export from which a new project's first fixtures are created.
package struct InitExport {
  /// The path that the user entered.
  package let path: String
  /// The kinds of services in the export; for an ambiguous file, the possible kinds.
  private let possible: [ServiceKind]
  private let isAmbiguous: Bool
  /// A Boolean value indicating whether the export contains the data of only one service.
  package let hasOneService: Bool

  package init(_ path: String, at file: FilePath) throws {
    self.path = path
    do {
      switch try DiskFiles().kind(of: file) {
      case .folder:
        let names = try DiskFiles().entries(of: file)?.map(\.name) ?? []
        hasOneService = !names.contains(ExportMetadata.fileName)
        (possible, isAmbiguous) = (try Self.kinds(ofFolder: file, names), false)
      case .file:
        hasOneService = true
        (possible, isAmbiguous) = try Self.kinds(ofFile: file, named: path)
      case nil: throw FileError("no such file or folder")
      default: throw FileError("it is neither a file nor a folder")
      }
    } catch let error as FileError {
      throw OperationFailure(.failed, "cannot read \(path): \(error.reason)")
    }
  }

  /// Returns the kinds in the export; for an ambiguous file, the first possible kind that the app
  /// uses, or else the first possible kind.
  package func kinds(besides used: Set<ServiceKind>) -> Set<ServiceKind> {
    guard isAmbiguous else { return Set(possible) }
    return [possible.first(where: used.contains) ?? possible[0]]
  }

  private static func kinds(
    ofFolder folder: FilePath,
    _ names: [String]
  ) throws -> [ServiceKind] {
    guard names.contains(ExportMetadata.fileName) else {
      // Any other folder may be a copy of a bucket.
      return [
        ServiceRegistry.exported.first { $0.folderDescription(names) != nil }?.kind ?? .buckets
      ]
    }
    let metadata = try ExportMetadata(of: try ExportFiles(in: folder))
    return try ServiceKind.all.filter { try metadata.folder(of: $0.firebaseName) != nil }
  }

  private static func kinds(
    ofFile file: FilePath,
    named name: String
  ) throws -> (kinds: [ServiceKind], isAmbiguous: Bool) {
    let fileExtension = file.extension?.lowercased() ?? ""
    let result = try TreeFormat(fileExtension: fileExtension).flatMap {
      try DiskFiles().readTree(of: file, named: name, as: $0)
    }
    if let findings = result?.diagnostics, findings.containsError {
      throw OperationFailure(
        .failed,
        "cannot read \(name); nothing was written",
        findings: findings
      )
    }
    let tree = result?.tree
    func kinds(_ wanted: ExportLikelihood) -> [ServiceKind] {
      ServiceRegistry.exported.filter { $0.claim(onFile: fileExtension, tree) == wanted }.map(
        \.kind
      )
    }
    if let certain = kinds(.certain).first { return ([certain], false) }
    guard TreeFormat(fileExtension: fileExtension) != nil else {
      throw OperationFailure(
        .usage,
        "\(name) has an unsupported file name extension; expected JSON, YAML or CSV"
      )
    }
    return (kinds(.possible), true)
  }
}
