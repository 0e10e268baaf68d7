extension GoogleCredential {
  /// The project of the credential if it contains one, like that of a service account.
  ///
  /// It is unknown for a default credential that has not been found yet.
  package var project: String? { (source as? ServiceAccountKey)?.project }
}
