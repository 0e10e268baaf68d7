public import DemoModels
public import Foundation

/// A store of records in one file per user, which is replaced atomically.
public actor FilePendingStudyRecords: PendingStudyRecords {
  private struct StrangeRecord: Error {}

  private let folder: URL
  private let makeID: @Sendable () -> String

  /// Creates a store in a folder, which is created when it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - makeID: Returns a name for setting a damaged file aside.
  public init(folder: URL, makeID: @escaping @Sendable () -> String) {
    self.folder = folder
    self.makeID = makeID
  }

  /// Returns the records of a user; see the protocol.
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

  /// Stores a record; see the protocol.
  public func keep(_ record: StudyRecord) throws {
    do {
      let others = try records(of: record.userID).filter { $0.id != record.id }
      try write(others + [record], of: record.userID)
    } catch let damage as DamagedStudyRecords {
      // The new record is stored before the error about the old ones is thrown.
      try write([record], of: record.userID)
      throw damage
    }
  }

  /// Removes a record; see the protocol.
  public func remove(_ record: StudyRecord) throws {
    let others = try records(of: record.userID).filter { $0.id != record.id }
    try write(others, of: record.userID)
  }

  private func write(_ records: [StudyRecord], of userID: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(records).write(to: file(of: userID), options: .atomic)
  }

  /// Returns a file for an identifier that is unique even on case-insensitive disks.
  private func file(of userID: String) -> URL {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789")
    let name = userID.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    return folder.appending(path: "\(name).json", directoryHint: .notDirectory)
  }
}
