extension GoogleCredential {
  /// The project of the credential, if it contains one, as a service account's key does.
  ///
  /// Nil for a credential that is searched for when the first token is needed.
  package var project: String? { (source as? ServiceAccountKey)?.project }
}
