extension Firestore {
  /// The encoder, under the name that it has in the Firebase SDK.
  public typealias Encoder = FirestoreEncoder
  /// The decoder, under the name that it has in the Firebase SDK.
  public typealias Decoder = FirestoreDecoder
}
