import SystemPackage
import TaneCore
import TaneProcesses
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running `tane-swift-reader` process that summarizes files.
final class RunningReader {
  private let input: TemporaryFile
  private let output: TemporaryFile
  private let child: ChildProcess
  private let program: String
  private let names: [String]

  /// Starts a reader.
  ///
  /// - Throws: An error if the reader cannot be started.
  init(
    _ program: FilePath,
    about files: some Collection<SwiftFile>,
    environment: [String: String]
  ) throws(SourceReadingError) {
    self.program = program.string.escapingControls
    names = files.map(\.name.escapingControls)
    let request = ReaderRequest(texts: files.map { String(decoding: $0.bytes, as: UTF8.self) })
    do {
      input = try TemporaryFile()
      output = try TemporaryFile()
      try input.fill(with: try JSONEncoder().encode(request))
      child = try ChildProcess(
        command: [program.string],
        environment: environment,
        input: .descriptor(input.descriptor),
        output: .descriptor(output.descriptor)
      )
    } catch {
      throw SourceReadingError(
        "\(program.string.escapingControls) cannot be started: \(error.reason)"
      )
    }
  }

  /// Waits for the reader's response, which contains only the format if the reader has a different
  /// version.
  ///
  /// - Throws: An error if the reader failed, or if the program is not a reader.
  func response() throws(SourceReadingError) -> ReaderResponse {
    let status = child.wait()
    let bytes: [UInt8]
    do {
      bytes = try output.contents()
    } catch {
      throw SourceReadingError("cannot read the response of \(program): \(error.reason)")
    }
    guard status == .exited(0) else { throw failure(status, bytes) }
    let answer = try decodeResponse(Data(bytes))
    guard answer.format != FileSummary.format || answer.summaries.count == names.count
    else {
      throw SourceReadingError(
        "\(program) returned the summaries of \(answer.summaries.count.grouped) files instead of "
          + "\(counted(names.count, "file"))"
      )
    }
    return answer
  }

  /// Returns the error for a failed reader; the reader outputs the index of the file that it was
  /// reading, if any.
  private func failure(
    _ status: ChildProcess.TerminationStatus,
    _ output: [UInt8]
  ) -> SourceReadingError {
    let index = Int(String(decoding: output, as: UTF8.self))
    guard let index, names.indices.contains(index) else {
      return SourceReadingError("\(program) \(status.wording)")
    }
    guard status == .timedOut else {
      return SourceReadingError("\(program) \(status.wording) while reading \(names[index])")
    }
    return SourceReadingError(
      "reading \(names[index]) takes longer than a minute; simplify its nested brackets, or list it under \"exclude\" in"
        + " fixtures/mappings.yaml"
    )
  }

  private func decodeResponse(_ data: Data) throws(SourceReadingError) -> ReaderResponse {
    do {
      let heading = try JSONDecoder().decode(ReaderHeading.self, from: data)
      guard heading.format == FileSummary.format else {
        return ReaderResponse(format: heading.format)
      }
      return try JSONDecoder().decode(ReaderResponse.self, from: data)
    } catch {
      throw SourceReadingError(
        "the response of \(program) cannot be read; check that it is \(ReaderLocation.program)"
      )
    }
  }
}

extension ChildProcess.TerminationStatus {
  /// The description of the status for messages.
  var wording: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .killed(let signal): "was terminated by signal \(signal)"
    }
  }
}
