extension Firestore {
  /// The encoder, by the name of Firebase's own SDK.
  public typealias Encoder = FirestoreEncoder
  /// The decoder, by the name of Firebase's own SDK.
  public typealias Decoder = FirestoreDecoder
}
