/// The required state of an object before an operation.
///
/// A generation and a metageneration can each be required or excluded; generation 0 means that the
/// object does not exist (<https://cloud.google.com/storage/docs/request-preconditions>).
public struct ObjectPrecondition: Sendable, Hashable {
  /// The required generation; 0 if the object must not exist.
  package var generation: Int64?
  /// The excluded generation; 0 if the object must exist.
  package var excludedGeneration: Int64?
  /// The required metageneration.
  package var metageneration: Int64?
  package var excludedMetageneration: Int64?

  /// Creates a precondition; a nil argument adds no condition.
  package init(
    generation: Int64? = nil,
    excludedGeneration: Int64? = nil,
    metageneration: Int64? = nil,
    excludedMetageneration: Int64? = nil
  ) {
    self.generation = generation
    self.excludedGeneration = excludedGeneration
    self.metageneration = metageneration
    self.excludedMetageneration = excludedMetageneration
  }

  /// The precondition that is always met.
  package static let none = ObjectPrecondition()

  /// The precondition that the object does not exist.
  package static let absent = ObjectPrecondition(generation: 0)

  /// Returns the precondition that the object has the given generation.
  package static func generation(_ generation: Int64) -> ObjectPrecondition {
    ObjectPrecondition(generation: generation)
  }

  /// A Boolean value indicating whether a metageneration is required or excluded.
  package var concernsMetadata: Bool { metageneration != nil || excludedMetageneration != nil }

  /// Returns the condition that is not met, as a clause, or nil if all conditions are met.
  ///
  /// Pass nil if the object does not exist.
  package func unmetExpectation(of object: StoredObject?) -> String? {
    let found = (generation: object?.generation ?? 0, metageneration: object?.metageneration ?? 0)
    if let generation, generation != found.generation {
      return generation == 0
        ? "the object was expected not to exist" : "generation \(generation) was expected"
    }
    if let excludedGeneration, excludedGeneration == found.generation {
      return excludedGeneration == 0
        ? "the object was expected to exist" : "a different generation was expected"
    }
    if let metageneration, metageneration != found.metageneration {
      return "metageneration \(metageneration) was expected"
    }
    if let excludedMetageneration, excludedMetageneration == found.metageneration {
      return "a metageneration other than \(excludedMetageneration) was expected"
    }
    return nil
  }
}
