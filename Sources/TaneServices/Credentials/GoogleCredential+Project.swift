extension GoogleCredential {
  /// The project that the credential is of, where it says so: that of a service account.
  ///
  /// A credential that is looked for when the first token is needed does not know yet.
  public var project: String? { (source as? ServiceAccountKey)?.project }
}
