public import DemoModels
public import Foundation

/// Keeps records in one file for each user, which is replaced as a whole or not at all.
public actor FilePendingStudyRecords: PendingStudyRecords {
  private struct StrangeRecord: Error {}

  private let folder: URL
  private let makeID: @Sendable () -> String

  /// Creates the keeper of a folder, which is made when it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - makeID: Makes the names by which damaged files are set aside.
  public init(folder: URL, makeID: @escaping @Sendable () -> String) {
    self.folder = folder
    self.makeID = makeID
  }

  /// The records of a user; see the protocol.
  public func records(of userID: String) throws -> [StudyRecord] {
    let file = file(of: userID)
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let data = try Data(contentsOf: file)
    do {
      let records = try JSONDecoder().decode([StudyRecord].self, from: data)
      guard records.allSatisfy({ $0.userID == userID }) else { throw StrangeRecord() }
      return records
    } catch {
      let aside = file.appendingPathExtension("damaged-\(makeID())")
      try FileManager.default.moveItem(at: file, to: aside)
      throw DamagedStudyRecords(keptAt: aside, reason: error)
    }
  }

  /// Keeps a record; see the protocol.
  public func keep(_ record: StudyRecord) throws {
    do {
      let others = try records(of: record.userID).filter { $0.id != record.id }
      try write(others + [record], of: record.userID)
    } catch let damage as DamagedStudyRecords {
      // The new record is safe before anybody is told of the old ones.
      try write([record], of: record.userID)
      throw damage
    }
  }

  /// Keeps a record no longer; see the protocol.
  public func remove(_ record: StudyRecord) throws {
    let others = try records(of: record.userID).filter { $0.id != record.id }
    try write(others, of: record.userID)
  }

  private func write(_ records: [StudyRecord], of userID: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(records).write(to: file(of: userID), options: .atomic)
  }

  /// A file for each identifier, also where the disk takes capital letters for small ones.
  private func file(of userID: String) -> URL {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789")
    let name = userID.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    return folder.appending(path: "\(name).json", directoryHint: .notDirectory)
  }
}
