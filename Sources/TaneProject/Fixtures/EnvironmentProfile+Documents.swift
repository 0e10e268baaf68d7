public import TaneCore

extension EnvironmentProfile {
  /// The name of the Firestore database, by which documents refer to each other; nil where the profile has
  /// none.
  ///
  /// A profile that gives only the place of an embedded store means the default database of its project.
  public var documentDatabase: DocumentDatabaseName? {
    guard let firestore else { return nil }
    return firestore.url.databaseName ?? DocumentDatabaseName(project: project ?? "demo-\(name)")
  }
}
