import Foundation
import HTTPTypes
import SystemPackage
import TaneCore
import TaneEmulator
import TaneFormats
import TaneProject

/// Reads a folder that `firebase emulators:export` or `tane emulate --export-on-exit` has written.
///
/// All of it is read and tried on stores in memory before anything of it is written.
struct EmulatorImport {
  private let metadata: ExportMetadata
  private let files: ExportFiles
  private let parts: [(kind: ServiceKind, part: any ImportedPart)]

  /// What was taken over, in words, and what was not.
  struct Outcome {
    var taken: [String] = []
    /// Why accounts and settings were left out, each by its name.
    var warnings: [String] = []
    /// Whether anything was written.
    var hasBegun = false
  }

  /// Finds the files of an export; throws a `CommandFailure` that names the one which cannot be used.
  init(_ files: ExportFiles) throws {
    self.files = files
    metadata = try ExportMetadata(of: files)
    parts = try ServiceRegistry.exportedEmulators.compactMap { [metadata] provider, _ in
      let folder = try metadata.folder(of: provider.name)
      return try folder.flatMap { try provider.importedPart(in: $0, of: files) }
        .map { (provider.kind, $0) }
    }
  }

  /// The names of the parts that are not read.
  var unreadParts: [String] { metadata.otherParts }

  /// The parts that are not read, to be kept in another export.
  var carried: CarriedParts {
    get throws { try CarriedParts(of: metadata, in: files) }
  }

  /// The names that the export has for the services of a kind.
  func names(of kind: ServiceKind) throws -> [String] {
    try parts.first { $0.kind == kind }?.part.names() ?? []
  }

  /// Takes everything over into services whose stores are forgotten.
  func read(into services: [ServiceKind: EmulatedService]) async throws -> Outcome {
    var outcome = Outcome()
    try await apply(to: services, withBytes: true, &outcome)
    return outcome
  }

  /// Takes everything over.
  ///
  /// - Parameters:
  ///   - services: The services that take it, by kind.
  ///   - rehearsal: The same services over stores that are forgotten.
  ///   - isKept: Whether what is written outlives the process.
  /// - Returns: What was taken over.
  /// - Throws: A `CommandFailure`, of status `partlyApplied` where something was written that is kept.
  func run(
    on services: [ServiceKind: EmulatedService],
    rehearsal: [ServiceKind: EmulatedService],
    isKept: Bool
  ) async throws -> Outcome {
    var tried = Outcome()
    try await apply(to: rehearsal, withBytes: false, &tried)
    var outcome = Outcome()
    do {
      try await apply(to: services, withBytes: true, &outcome)
    } catch {
      let failure = CommandFailure(error)
      guard isKept, outcome.hasBegun else { throw failure }
      throw CommandFailure(
        failure.status == .interrupted ? .interrupted : .partlyApplied,
        "\(failure.message); the import was begun and not finished: run it again to complete it",
        findings: failure.findings
      )
    }
    return outcome
  }

  private func apply(
    to services: [ServiceKind: EmulatedService],
    withBytes: Bool,
    _ outcome: inout Outcome
  ) async throws {
    for (kind, part) in parts {
      guard let service = services[kind] else { continue }
      try await part.apply(to: service, withBytes: withBytes, &outcome)
    }
  }
}

extension ExportFiles {
  /// The most bytes of an object, all of which are taken into memory.
  private static let maximumObjectSize = Int(Int32.max)

  /// The JSON files of a folder.
  func jsonFiles(in folder: FilePath) throws -> [FilePath] {
    try entries(of: folder).map { folder.appending($0.name) }.filter {
      $0.extension == "json"
    }
  }

  /// The elements of a list in a file, none where it is not there.
  func list(_ key: String, in file: FilePath) throws -> [Tree] {
    guard let list = try tree(of: file)[key], list.kind != .null else { return [] }
    guard list.kind == .list else {
      throw CommandFailure(
        .failed,
        "\(folder.pushing(file)) cannot be used: \"\(key)\" is a \(list.kind); a list is expected"
      )
    }
    return list.children.map { $0 }
  }

  /// Refuses a file of more bytes than can be taken into memory.
  func checkSize(of file: FilePath) throws {
    let count = try byteCount(of: file)
    guard count > Self.maximumObjectSize else { return }
    throw CommandFailure(
      .failed,
      "\(folder.pushing(file)) has \(count.grouped) bytes; at most"
        + " \(Self.maximumObjectSize.grouped) can be read"
    )
  }

  /// Says of a failure which file it is about.
  func naming<Value>(_ file: FilePath, _ body: () async throws -> Value) async throws
    -> Value
  {
    try Task.checkCancellation()
    do {
      return try await body()
    } catch let failure as CommandFailure {
      // A service tells of a call that is cancelled as of any that fails.
      try Task.checkCancellation()
      throw CommandFailure(
        failure.status,
        "\(folder.pushing(file)) cannot be used: \(failure.message)"
      )
    }
  }
}
