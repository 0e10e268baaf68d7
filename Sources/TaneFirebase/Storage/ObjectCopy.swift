import Foundation
import TaneCore

/// The copy of an object of a bucket that no server serves, in a file from which it is loaded.
///
/// Copies lie in the temporary folder of the user, by the digest of their bytes: an object that changes gets
/// another one, and an address that was kept goes on to mean what it meant.
struct ObjectCopy {
  private let name: String
  private let reader: any ObjectReader
  private let reference: StorageReference

  init(of name: String, in reader: any ObjectReader, _ reference: StorageReference) {
    self.name = name
    self.reader = reader
    self.reference = reference
  }

  /// The address of the copy, which is made unless it is there.
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
        "\(reference): the folder \(folder.path) cannot be made: \(error.localizedDescription)"
      throw StorageError.unknown(message: message, serverError: [:])
    }
    _ = try await reference.writeAsync(toFile: file)
  }

  private static var folder: URL {
    FileManager.default.temporaryDirectory.appending(path: "tane-objects-\(getuid())")
  }

  /// A text as the name of a file: no slash, not too long, with the end that says the type.
  private static func fileName(_ text: String) -> String {
    let plain = CharacterSet.alphanumerics.union(["-", "_", "."])
    let name = text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    // A name of dots alone is a folder's.
    return "_" + name.suffix(120)
  }
}
