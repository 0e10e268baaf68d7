import Foundation
public import SystemPackage
public import TaneCore
import TaneProject

/// A bucket that is a folder: what `gcloud storage cp --recursive` has copied.
///
/// A folder keeps no metadata of objects: content types are guessed from names.
public struct FolderObjectReader: ObjectReader {
  private let name: String
  private let objects: [StoredObject]
  /// The files by the bytes of their objects' names: two spellings of one text are two objects.
  private let files: [[UInt8]: FilePath]

  /// Finds the files of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which stands for the bucket itself.
  ///   - name: What errors call it.
  /// - Throws: A `StoreError` that names what cannot be an object, a link among them.
  public init(_ folder: FilePath, named name: String) throws {
    var listing = Listing(name: name)
    try listing.add(folder, [])
    self.name = name
    objects = listing.objects.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    files = listing.files
  }

  /// The bytes of an object; an error of code `tooLarge` where it has more than `maximumSize` bytes.
  public func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    guard let file = files[Array(name.utf8)], let bytes = try DiskFiles().bytes(of: file) else {
      throw StoreError(.notFound, service: self.name, "there is no file \(name.escapingControls)")
    }
    guard bytes.count <= maximumSize else {
      throw StoreError(
        .tooLarge,
        service: self.name,
        "\(name.escapingControls) has \(bytes.count.grouped) bytes"
      )
    }
    return bytes
  }

  /// What is known of an object, or nil where there is none.
  public func object(at name: String) -> StoredObject? {
    objects.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The objects whose names begin with a prefix, all on one page.
  public func list(_ request: ObjectListRequest) -> ObjectListPage {
    ObjectListPage(objects: objects.filter { $0.name.utf8.starts(with: request.prefix.utf8) })
  }

  private struct Listing {
    let name: String
    var objects: [StoredObject] = []
    var files: [[UInt8]: FilePath] = [:]
    private let disk = DiskFiles()

    init(name: String) { self.name = name }

    mutating func add(_ folder: FilePath, _ names: [String]) throws {
      for entry in try disk.entries(of: folder) ?? [] where entry.name.string != ".DS_Store" {
        let path = folder.appending(entry.name)
        guard let last = String(validating: entry.name) else {
          throw unusable(path, "its name is not UTF-8; rename it")
        }
        switch entry.kind {
        case .folder: try add(path, names + [last])
        case .file: try add(file: path, named: (names + [last]).joined(separator: "/"))
        case .link: throw unusable(path, "it is a link; copy what it leads to")
        case .other: throw unusable(path, "it is neither a file nor a folder; remove it")
        }
      }
    }

    private mutating func add(file: FilePath, named object: String) throws {
      if let violation = ObjectName.violation(in: object) {
        throw unusable(file, "the name of an object \(violation)")
      }
      var checksum = CRC32C()
      let size = try disk.readPieces(of: file) { checksum.update($0) } ?? 0
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
          metadata: ObjectMetadata(contentType: ContentType.guess(fromName: object))
        )
      )
    }

    private func unusable(_ path: FilePath, _ reason: String) -> StoreError {
      StoreError(
        .invalidData,
        service: name,
        "\(path.string.escapingControls) cannot be used: \(reason)"
      )
    }
  }
}
