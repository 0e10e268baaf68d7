/// What must be true of an object for a call to take place.
///
/// Each number may be asked for or ruled out; a generation of 0 stands for no object
/// (<https://cloud.google.com/storage/docs/request-preconditions>).
public struct ObjectPrecondition: Sendable, Hashable {
  /// The generation that the object must have; 0 where there must be no object.
  public var generation: Int64?
  /// The generation that the object must not have; 0 where there must be an object.
  public var excludedGeneration: Int64?
  /// The metageneration that the object must have.
  public var metageneration: Int64?
  /// The metageneration that the object must not have.
  public var excludedMetageneration: Int64?

  /// Creates a precondition; what is nil may be anything.
  public init(
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

  /// Nothing must be true.
  public static let none = ObjectPrecondition()

  /// There must be no object of the name.
  public static let absent = ObjectPrecondition(generation: 0)

  /// The object must be of a generation.
  public static func generation(_ generation: Int64) -> ObjectPrecondition {
    ObjectPrecondition(generation: generation)
  }

  /// Whether a metageneration is asked for or ruled out.
  public var concernsMetadata: Bool { metageneration != nil || excludedMetageneration != nil }

  /// What was expected of an object and is not so, as a clause; nil where the precondition holds.
  ///
  /// `object` is nil where there is none.
  public func unmetExpectation(of object: StoredObject?) -> String? {
    let found = (generation: object?.generation ?? 0, metageneration: object?.metageneration ?? 0)
    if let generation, generation != found.generation {
      return generation == 0 ? "none was expected" : "generation \(generation) was expected"
    }
    if let excludedGeneration, excludedGeneration == found.generation {
      return excludedGeneration == 0 ? "one was expected" : "another generation was expected"
    }
    if let metageneration, metageneration != found.metageneration {
      return "metageneration \(metageneration) was expected"
    }
    if let excludedMetageneration, excludedMetageneration == found.metageneration {
      return "another metageneration than \(excludedMetageneration) was expected"
    }
    return nil
  }
}
