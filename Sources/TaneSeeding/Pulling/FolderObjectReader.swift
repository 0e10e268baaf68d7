import Foundation
package import SystemPackage
package import TaneCore
import TaneFormats
import TaneProject

/// A reader of a bucket in a folder that `gcloud storage cp --recursive` or `gsutil cp -r` copied.
///
/// Such a copy has no metadata. An object's metadata is taken from the file `<file>.meta.yaml` next
/// to it, as in fixtures, or otherwise from known metadata; failing both, the content type is
/// guessed from the name.
package struct FolderObjectReader: ObjectReader {
  /// The number of objects without metadata, whose content type is guessed.
  package let guessedTypeCount: Int
  private let name: String
  private let objects: [StoredObject]
  /// The files by the UTF-8 bytes of their object names, since different normalizations of a string
  /// are different names.
  private let files: [[UInt8]: FilePath]

  /// Creates a reader of a folder's files.
  ///
  /// - Parameters:
  ///   - folder: The folder that represents the bucket.
  ///   - name: The bucket's name in errors.
  ///   - known: Returns the known metadata of an object by name.
  /// - Throws: A `StoreError` for a file that cannot be an object, such as a link.
  package init(
    _ folder: FilePath,
    named name: String,
    known: @escaping (String) -> ObjectMetadata? = { _ in nil }
  ) throws {
    var listing = Listing(name: name, known: known)
    try listing.add(folder, [])
    self.name = name
    objects = listing.objects.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    files = listing.files
    guessedTypeCount = listing.guessedTypeCount
  }

  /// Returns the bytes of an object; throws an error with code `tooLarge` if it is larger than
  /// `maximumSize` bytes.
  package func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    guard let file = files[Array(name.utf8)], let bytes = try DiskFiles().bytes(of: file) else {
      throw StoreError(.notFound, service: self.name, "there is no file \(name.escapingControls)")
    }
    guard bytes.count <= maximumSize else {
      throw StoreError(
        .tooLarge,
        service: self.name,
        "\(name.escapingControls) is \(bytes.count.grouped) bytes in size"
      )
    }
    return bytes
  }

  /// Returns the description of an object, or nil if it does not exist.
  package func object(at name: String) -> StoredObject? {
    objects.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Returns the objects with the given prefix, all on one page.
  package func list(_ request: ObjectListRequest) -> ObjectListPage {
    ObjectListPage(objects: objects.filter { $0.name.utf8.starts(with: request.prefix.utf8) })
  }

  private struct Listing {
    private static let metadataSuffixes = [".meta.yaml", ".meta.yml"]

    let name: String
    let known: (String) -> ObjectMetadata?
    var objects: [StoredObject] = []
    var files: [[UInt8]: FilePath] = [:]
    var guessedTypeCount = 0
    private let disk = DiskFiles()

    mutating func add(_ folder: FilePath, _ names: [String]) throws {
      let entries = try disk.entries(of: folder) ?? []
      let fileNames = Set(entries.filter { $0.kind == .file }.map(\.name))
      for entry in entries where entry.name != ".DS_Store" {
        let (last, path) = (entry.name, folder.appending(entry.name))
        guard entry.isUTF8 else {
          throw unusableFileError(path, "its name is not UTF-8; rename it")
        }
        if Self.object(ofMetadata: last).map(fileNames.contains) == true { continue }
        if last.hasSuffix("_.gstmp") {
          throw unusableFileError(
            path,
            "its download was not finished; copy the bucket again, or remove the file"
          )
        }
        switch entry.kind {
        case .folder: try add(path, names + [last])
        case .file: try add(file: path, named: (names + [last]).joined(separator: "/"))
        case .link:
          throw unusableFileError(path, "it is a link; replace it with a copy of its target")
        case .other: throw unusableFileError(path, "it is neither a file nor a folder; remove it")
        }
      }
    }

    /// Returns the name of the file that a metadata file belongs to, or nil if the file is not a
    /// metadata file.
    private static func object(ofMetadata name: String) -> String? {
      metadataSuffixes.first(where: name.hasSuffix).map { String(name.dropLast($0.utf8.count)) }
    }

    private mutating func add(file: FilePath, named object: String) throws {
      if let violation = ObjectName.violation(in: object) {
        throw unusableFileError(file, "the name of an object \(violation)")
      }
      var checksum = CRC32C()
      let size = try disk.readChunks(of: file) { checksum.update($0) } ?? 0
      files[Array(object.utf8)] = file
      objects.append(
        StoredObject(
          name: object,
          size: size,
          md5Hash: nil,
          crc32c: checksum.value,
          generation: 1,
          metageneration: 1,
          timeCreated: 0,
          updated: 0,
          metadata: try metadata(of: file, named: object)
        )
      )
    }

    private mutating func metadata(of file: FilePath, named object: String) throws -> ObjectMetadata
    {
      let guess = ContentType.guess(fromName: object)
      for suffix in Self.metadataSuffixes {
        let path = FilePath(file.string + suffix)
        guard let result = try disk.readTree(of: path, named: path.string, as: .yaml) else {
          continue
        }
        var reader = ObjectMetadataReader()
        let metadata = reader.read(result.tree ?? .null, guessing: guess)
        if let problem = (result.diagnostics + reader.diagnostics).first(where: {
          $0.severity == .error
        }) {
          throw unusableFileError(path, problem.message)
        }
        return metadata
      }
      if let known = known(object) { return known }
      guessedTypeCount += 1
      return ObjectMetadata(contentType: guess)
    }

    private func unusableFileError(_ path: FilePath, _ reason: String) -> StoreError {
      StoreError(
        .invalidData,
        service: name,
        "\(path.string.escapingControls) cannot be used: \(reason)"
      )
    }
  }
}
