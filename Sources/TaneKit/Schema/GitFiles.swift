import Foundation
package import SystemPackage
import TaneProcesses
import TaneProject

/// The committed files of the Git repository that contains a folder.
package struct GitFiles {
  private let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  /// Returns true if Git ignores a file, false if it does not, or nil if there is no repository or
  /// Git is not installed.
  package static func ignores(_ file: FilePath) -> Bool? {
    let folder = file.removingLastComponent().string
    let status = try? ChildProcess(
      command: ["/usr/bin/env", "git", "-C", folder, "check-ignore", "-q", "--", file.string],
      environment: ProcessInfo.processInfo.environment,
      input: .null,
      output: .null,
      errors: .null
    ).wait()
    return switch status {
    case .exited(0): true
    case .exited(1): false
    default: nil
    }
  }

  /// Returns the bytes of a committed file, whose path is relative to the folder; throws an
  /// `OperationFailure` with Git's error message.
  func bytes(of file: String, at reference: String) throws -> [UInt8] {
    // Git would parse a leading hyphen as an option.
    guard !reference.hasPrefix("-") else {
      throw OperationFailure(
        .usage,
        "\"\(reference)\" is not a commit, branch or tag in Git"
      )
    }
    let status: ChildProcess.TerminationStatus
    let (bytes, said): ([UInt8], [UInt8])
    do {
      let output = try TemporaryFile()
      let errors = try TemporaryFile()
      status = try ChildProcess(
        command: ["/usr/bin/env", "git", "-C", folder.string, "show", "\(reference):./\(file)"],
        environment: ProcessInfo.processInfo.environment,
        input: .null,
        output: .descriptor(output.descriptor),
        errors: .descriptor(errors.descriptor)
      ).wait()
      (bytes, said) = (try output.contents(), try errors.contents())
    } catch {
      throw OperationFailure(.failed, "git cannot be started: \(error.reason)")
    }
    guard status == .exited(0) else {
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      let reason = lines.first ?? "no error message"
      throw OperationFailure(.failed, "cannot read \(file) at \(reference) from Git: \(reason)")
    }
    return bytes
  }
}
