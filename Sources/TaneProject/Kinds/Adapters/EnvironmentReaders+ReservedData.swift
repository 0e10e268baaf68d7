package import TaneCore

extension EnvironmentReaders {
  /// Returns the services without the data reserved by Tane.
  package func withoutReservedData(of profile: EnvironmentProfile) -> EnvironmentReaders {
    var readers = self
    for (name, database) in self[.databases] {
      readers.add(database.userNodes(of: name, in: profile), named: name, as: .databases)
    }
    for (name, documents) in self[.firestore] {
      readers.add(documents.userDocuments(in: profile), named: name, as: .firestore)
    }
    return readers
  }
}
