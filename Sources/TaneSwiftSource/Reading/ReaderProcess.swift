import SystemPackage
import TaneCore
import TaneProcesses
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reader that parses Swift sources in a separate process, `tane-swift-reader`, so that other
/// programs need no parser.
///
/// The reader is the file in `TANE_SWIFT_READER`, otherwise the file next to the running program.
/// If the running program was built from a package and the reader is missing or has a different
/// version, the reader is built first.
public struct ReaderProcess: SourceReading {
  private let executable: FilePath?
  private let environment: [String: String]
  private let files: any ProjectFiles
  private let allowsLongOperations: Bool
  private let note: @Sendable (String) -> Void

  /// Creates a reader; its process is started only when files are read.
  ///
  /// - Parameters:
  ///   - environment: The environment variables, or nil to use those of the process.
  ///   - allowsLongOperations: True to build a missing reader, and to read any amount of source
  ///     code.
  ///   - note: The closure that receives notes about long operations, each a sentence without a
  ///     final period.
  public init(
    environment: [String: String]? = nil,
    allowsLongOperations: Bool = true,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      beside: RunningExecutable.path,
      environment: environment ?? ProcessInfo.processInfo.environment,
      files: DiskFiles(),
      allowsLongOperations: allowsLongOperations,
      note: note
    )
  }

  init(
    beside executable: FilePath?,
    environment: [String: String],
    files: any ProjectFiles,
    allowsLongOperations: Bool = true,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.executable = executable
    self.environment = environment
    self.files = files
    self.allowsLongOperations = allowsLongOperations
    self.note = note
  }

  /// Returns summaries of the declarations in files, in the order of the files.
  ///
  /// - Throws: `SourceReadingError` if the reader is missing, cannot be built, fails, or would take
  ///   too long.
  public func summaries(of files: [SwiftFile]) throws(SourceReadingError) -> [FileSummary] {
    guard !files.isEmpty else { return [] }
    let byteCount = files.reduce(0) { $0 + $1.bytes.count }
    guard allowsLongOperations || byteCount <= Self.maximumQuickByteCount else {
      throw SourceReadingError(
        "\(counted(files.count, "Swift file")) must be read first; run tane validate, which caches "
          + "the result"
      )
    }
    let reader = try program()
    var answer = try requestSummaries(reader, about: files)
    if answer.format != FileSummary.format, let build = replacementBuild(of: reader) {
      try run(build)
      answer = try requestSummaries(reader, about: files)
    }
    guard answer.format == FileSummary.format else {
      throw formatMismatchError(answer.format, reader)
    }
    return answer.summaries
  }

  // MARK: The program

  /// A Boolean value indicating whether the reader exists; otherwise, the first request builds it.
  ///
  /// - Throws: `SourceReadingError` if the reader can neither be found nor built.
  package var isBuilt: Bool {
    get throws(SourceReadingError) {
      switch try ReaderLocation.find(beside: executable, environment: environment, files: files) {
      case .file: true
      case .unbuilt: false
      }
    }
  }

  private func program() throws(SourceReadingError) -> FilePath {
    switch try ReaderLocation.find(beside: executable, environment: environment, files: files) {
    case .file(let path): return path
    case .unbuilt(let build, let product):
      try run(build)
      return product
    }
  }

  /// Returns the build that replaces a reader, or nil if the reader was specified by the user or
  /// not built from a package.
  private func replacementBuild(of reader: FilePath) -> PackageBuild? {
    guard environment[ReaderLocation.variable]?.isEmpty ?? true else { return nil }
    return PackageBuild(containing: reader, files: files)
  }

  private func run(_ build: PackageBuild) throws(SourceReadingError) {
    guard allowsLongOperations else {
      throw SourceReadingError(
        "\(ReaderLocation.program), which reads Swift sources, has to be built first; run tane validate to build it"
      )
    }
    let command = build.command(building: ReaderLocation.program)
    note(
      "building \(ReaderLocation.program), which reads Swift sources; this takes a few minutes, "
        + "but happens only once"
    )
    // The output of the build is not a result, so it is written to standard error.
    let status: ChildProcess.TerminationStatus
    do {
      status = try ChildProcess(
        command: ["/usr/bin/env"] + command,
        environment: environment,
        output: .descriptor(.standardError)
      ).wait()
    } catch {
      throw SourceReadingError(
        "`\(command.joined(separator: " "))` cannot be started: \(error.reason)"
      )
    }
    guard status == .exited(0) else {
      throw SourceReadingError(
        "`\(command.joined(separator: " "))` \(status.wording); see its output above"
      )
    }
  }

  // MARK: Requests

  /// Divides files among a limited number of concurrent readers, and returns their combined
  /// response.
  private func requestSummaries(
    _ reader: FilePath,
    about files: [SwiftFile]
  ) throws(SourceReadingError) -> ReaderResponse {
    var readers: [RunningReader] = []
    for share in Self.shares(of: files, count: ProcessInfo.processInfo.activeProcessorCount) {
      readers.append(try RunningReader(reader, about: share, environment: environment))
    }
    var summaries: [FileSummary] = []
    for running in readers {
      let answer = try running.response()
      guard answer.format == FileSummary.format else { return answer }
      summaries += answer.summaries
    }
    return ReaderResponse(summaries: summaries)
  }

  /// Divides the files into a few shares of similar size; starting a process for a small share
  /// would cost more than it saves.
  static func shares(of files: [SwiftFile], count: Int) -> [ArraySlice<SwiftFile>] {
    let total = files.reduce(0) { $0 + $1.bytes.count }
    let count = max(count, 1)
    let size = max((total + count - 1) / count, minimumShareByteCount)
    var shares: [ArraySlice<SwiftFile>] = []
    var (start, bytes) = (0, 0)
    for (index, file) in files.enumerated() {
      bytes += file.bytes.count
      guard bytes >= size else { continue }
      shares.append(files[start...index])
      (start, bytes) = (index + 1, 0)
    }
    return start < files.count ? shares + [files[start...]] : shares
  }

  private static let minimumShareByteCount = 128 * 1024

  /// The maximum number of bytes to read if long operations are not allowed: 2 MiB, which takes
  /// about a second.
  private static let maximumQuickByteCount = 1 << 21

  private func formatMismatchError(_ format: Int, _ reader: FilePath) -> SourceReadingError {
    let age = format < FileSummary.format ? "older" : "newer"
    return SourceReadingError(
      "\(reader.string.escapingControls) is \(age) than this tane: expected summaries in format "
        + "\(FileSummary.format), found format \(format); build both from the same version"
    )
  }
}
