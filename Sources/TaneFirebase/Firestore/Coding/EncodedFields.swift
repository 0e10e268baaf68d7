import TaneCore

/// What an encoder made of a value: fields, and what Firestore is to make of others.
struct EncodedFields {
  /// The fields that have values, none inside another.
  var leaves: [(path: FieldPath, value: DocumentValue)] = []
  var transforms: [DocumentTransform] = []
}
