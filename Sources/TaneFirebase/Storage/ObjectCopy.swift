import Foundation
import TaneCore

/// A local copy of an object in a bucket without a server; the file URL of the copy is the object's
/// download URL.
///
/// Copies are stored in the user's temporary folder under the digest of their bytes: a changed
/// object gets a new copy, and existing URLs continue to refer to the same bytes.
struct ObjectCopy {
  let name: String
  let reader: any ObjectReader
  let reference: StorageReference

  /// Returns the URL of the copy, creating the copy if it does not exist.
  func url() async throws -> URL {
    guard let object = try await reader.object(at: name) else {
      throw StorageError.objectNotFound(object: name, serverError: [:])
    }
    let digest = object.md5Hash ?? "\(object.generation)-\(UUID())"
    let folder = Self.folder.appending(path: Self.fileName(digest), directoryHint: .isDirectory)
    let file = folder.appending(
      path: Self.fileName(reference.name),
      directoryHint: .notDirectory
    )
    let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
    if size != object.size { try await write(to: file, in: folder) }
    return file
  }

  private func write(to file: URL, in folder: URL) async throws {
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      let message =
        "\(reference): the folder \(folder.path) cannot be created: \(error.localizedDescription)"
      throw StorageError.unknown(message: message, serverError: [:])
    }
    _ = try await reference.writeAsync(toFile: file)
  }

  private static var folder: URL {
    FileManager.default.temporaryDirectory.appending(path: "tane-objects-\(getuid())")
  }

  /// Returns a string as a file name: percent-encoded, and truncated at the start, so that the file
  /// extension remains.
  private static func fileName(_ text: String) -> String {
    let plain = CharacterSet.alphanumerics.union(["-", "_", "."])
    let name = text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    // The prefix prevents `.` and `..`, which are folders.
    return "_" + name.suffix(120)
  }
}
