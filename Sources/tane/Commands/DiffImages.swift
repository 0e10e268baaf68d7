import TaneCore
import TaneProject
import TaneRendering

/// Loads the images of objects that differ, for a page that shows them side by side.
struct DiffImages {
  /// The most bytes of an image.
  private static let maximumSize = 256 * 1024
  /// The most objects whose images a page holds.
  private static let maximumCount = 50

  /// The bytes of an object on one side.
  typealias Bytes = @Sendable (Address) async throws -> [UInt8]

  let console: Console

  /// Loads what is on each side; a page is as good without what cannot be loaded, and a note says so.
  ///
  /// - Throws: `CancellationError` alone.
  func previews(
    of difference: Difference,
    old: @escaping Bytes,
    new: @escaping Bytes
  ) async throws -> ImagePreviews {
    var previews = ImagePreviews()
    // Where only what is known of an object differs, its image does not.
    let objects = difference.objects.filter {
      $0.old.blob != $0.new.blob && (Self.isShown($0.old) || Self.isShown($0.new))
    }
    for object in objects.prefix(Self.maximumCount) {
      let sides: [(SideLine.Sign, Resource, Bytes)] = [
        (.old, object.old, old), (.new, object.new, new),
      ]
      for (side, resource, bytes) in sides where Self.isShown(resource) {
        do {
          let type = ObjectMetadata(resource.content).contentType
          previews.add(try await bytes(object.address), of: type, to: side, at: object.address)
        } catch {
          try Task.checkCancellation()
          console.note(
            "note: an image of \(object.address) is left out of the page: \(error.sentence)"
          )
        }
      }
    }
    return previews
  }

  private static func isShown(_ resource: Resource) -> Bool {
    guard let blob = resource.blob, blob.size <= maximumSize else { return false }
    return ImagePreviews.isImage(ObjectMetadata(resource.content).contentType)
  }

  /// The objects of an environment.
  static func bytes(in readers: EnvironmentReaders) -> Bytes {
    { address in
      try await readers.reader(.buckets, named: address.service)
        .data(at: address.objectName, maximumSize: maximumSize)
    }
  }
}
