import TaneCore
package import TaneRendering

/// A loader of images of differing objects, for a page that shows both sides.
package struct DiffImages {
  /// The maximum size of an image in bytes.
  private static let maximumSize = 256 * 1024
  /// The maximum number of objects with images on a page.
  private static let maximumCount = 50

  private let reporter: any OperationReporter

  package init(_ reporter: any OperationReporter) { self.reporter = reporter }

  /// Loads the images of both sides; an image that cannot be loaded is omitted with a note.
  ///
  /// - Throws: A `CancellationError`, and no other error.
  package func previews(of compared: DiffOperation.Outcome) async throws -> ImagePreviews {
    var previews = ImagePreviews()
    // If only metadata differs, the images are the same.
    let objects = compared.difference.objects.filter {
      $0.old.blob != $0.new.blob && (Self.isShown($0.old) || Self.isShown($0.new))
    }
    for object in objects.prefix(Self.maximumCount) {
      let sides: [(SideLine.Sign, Resource, DiffOperation.ByteReader)] = [
        (.old, object.old, compared.old), (.new, object.new, compared.new),
      ]
      for (side, resource, bytes) in sides where Self.isShown(resource) {
        do {
          let type = ObjectMetadata(resource.content).contentType
          let image = try await bytes(object.address, Self.maximumSize)
          previews.add(image, of: type, to: side, at: object.address)
        } catch {
          try Task.checkCancellation()
          reporter.note(
            "note: an image of \(object.address) is omitted from the page: \(error.sentence)"
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
}
