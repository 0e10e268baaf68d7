extension GoogleCredential {
  /// The project of the credential, if it contains one, as a service account's key does.
  ///
  /// It is unknown for a default credential that has not been found yet.
  package var project: String? { (source as? ServiceAccountKey)?.project }
}
