import TaneCore
import TaneProject

/// What services can hold, beyond what a fixture alone shows: asked of a plan before anything is written.
///
/// The reader of fixtures holds keys, strings, depths, names, claims and whole documents against the services'
/// limits. Requests have none here: clients send what is too large for one in several.
public struct PlanLimits: Sendable {
  /// The most bytes of an object: 5 TiB (<https://cloud.google.com/storage/quotas#objects>).
  public var objectBytes = 5 << 40
  /// The most bytes of the names and values of an object's custom metadata: 8 KiB (the same page).
  public var metadataBytes = 8 * 1024

  /// Creates the limits of Firebase's services.
  public init() {}

  /// Why services would not take what a plan writes, each with the fixture that it is about; none where they
  /// would.
  public func refusals(of plan: SeedPlan) -> [String] {
    plan.uploads.flatMap { refusals(of: $0.fixture) } + documentRefusals(of: plan)
  }

  private func refusals(of object: Fixtures.Object) -> [String] {
    let metadata = object.metadata.custom.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    var refusals: [String] = []
    if object.size > objectBytes {
      refusals.append(
        "\(object.position): the object has \(counted(object.size, "byte")); Cloud Storage holds objects of"
          + " up to \(objectBytes.grouped)"
      )
    }
    if metadata > metadataBytes {
      refusals.append(
        "\(object.position): the object's custom metadata have \(counted(metadata, "byte")); Cloud Storage"
          + " holds up to \(metadataBytes.grouped) of an object"
      )
    }
    return refusals
  }

  /// A document that fixtures describe in part is as large as what the environment has makes it.
  private func documentRefusals(of plan: SeedPlan) -> [String] {
    let differences = Dictionary(
      plan.difference.documents.map { ($0.fixture.path, $0) },
      uniquingKeysWith: { $1 }
    )
    return plan.documentCommits.joined().compactMap { write in
      guard let difference = differences[write.path], let existing = difference.existing,
        let outcome = try? write.applied(to: existing, at: existing.updateTime),
        let fields = outcome.document?.fields
      else { return nil }
      let size = DocumentCheck.byteCount(ofDocumentAt: write.path, fields)
      guard size > DocumentCheck.maximumDocumentBytes else { return nil }
      return
        "\(difference.fixture.position): with the fields that only the environment has, the document"
        + " would have \(counted(size, "byte")); Firestore holds documents of up to"
        + " \(DocumentCheck.maximumDocumentBytes.grouped) (1 MiB)"
    }
  }
}
