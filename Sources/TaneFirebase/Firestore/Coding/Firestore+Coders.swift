extension Firestore {
  /// The name of the encoder in Firebase's SDK.
  public typealias Encoder = FirestoreEncoder
  /// The name of the decoder in Firebase's SDK.
  public typealias Decoder = FirestoreDecoder
}
