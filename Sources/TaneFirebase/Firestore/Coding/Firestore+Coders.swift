extension Firestore {
  /// The name of the encoder in the Firebase SDK.
  public typealias Encoder = FirestoreEncoder
  /// The name of the decoder in the Firebase SDK.
  public typealias Decoder = FirestoreDecoder
}
