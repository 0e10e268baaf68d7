package import TaneCore

extension EnvironmentReaders {
  /// Returns the services without the data reserved by Tane.
  package func ordinary(of profile: EnvironmentProfile) -> EnvironmentReaders {
    var readers = self
    for (name, database) in self[.databases] {
      readers.add(database.ordinaryNodes(of: name, in: profile), named: name, as: .databases)
    }
    for (name, documents) in self[.firestore] {
      readers.add(documents.ordinaryDocuments(in: profile), named: name, as: .firestore)
    }
    return readers
  }
}
