import DemoApps
import DemoModels
import Foundation
import Testing

@Suite("Study records on disk")
struct FilePendingStudyRecordsTests {
  private let folder = TemporaryFolder()

  /// A new store on the same folder, as after a start of the app.
  private var keeper: FilePendingStudyRecords {
    FilePendingStudyRecords(folder: folder.url, makeID: { "1" })
  }

  private func record(_ id: String, of userID: String, _ minutes: Int = 25) -> StudyRecord {
    let date = Date(timeIntervalSince1970: 1_778_061_600.25)
    return StudyRecord(
      id: id,
      userID: userID,
      subject: "英単語",
      minutes: minutes,
      createdAt: date
    )
  }

  @Test("Stored records survive a restart in order until they are removed")
  func restart() async throws {
    #expect(try await keeper.records(of: "u") == [])
    try await keeper.keep(record("a", of: "u"))
    try await keeper.keep(record("b", of: "u"))
    try await keeper.keep(record("a", of: "u", 30))
    #expect(try await keeper.records(of: "u") == [record("b", of: "u"), record("a", of: "u", 30)])
    try await keeper.remove(record("b", of: "u"))
    try await keeper.remove(record("b", of: "u"))
    #expect(try await keeper.records(of: "u") == [record("a", of: "u", 30)])
    #expect(folder.names == ["u.json"])
  }

  @Test("Records are separate for each user, whatever the identifier")
  func users() async throws {
    let users = ["abc", "ABC", "../abc", "a/b", ".", "森", "%61bc", ""]
    for user in users { try await keeper.keep(record("1", of: user)) }
    for user in users { #expect(try await keeper.records(of: user) == [record("1", of: user)]) }
    let names = folder.names
    #expect(Set(names.map { $0.lowercased() }).count == users.count)
  }

  @Test(
    "Damaged records are set aside and reported once",
    arguments: ["", "[{", #"{"id": 1}"#, #"[{"id": "a"}]"#]
  )
  func damage(text: String) async throws {
    try folder.write(text, to: "u.json")
    let keeper = keeper
    let error = await #expect(throws: DamagedStudyRecords.self) {
      try await keeper.records(of: "u")
    }
    #expect(error?.keptAt.lastPathComponent == "u.json.damaged-1")
    #expect(try folder.text(of: "u.json.damaged-1") == text)
    #expect(try await keeper.records(of: "u") == [])
  }

  @Test("Records of another user are set aside")
  func strangers() async throws {
    let text = String(decoding: try JSONEncoder().encode([record("a", of: "v")]), as: UTF8.self)
    try folder.write(text, to: "u.json")
    let keeper = keeper
    await #expect(throws: DamagedStudyRecords.self) { try await keeper.records(of: "u") }
    #expect(folder.names == ["u.json.damaged-1"])
  }

  @Test("New records are kept in addition to damaged ones, which are reported")
  func keepingBesideDamage() async throws {
    try folder.write("[", to: "u.json")
    let keeper = keeper
    await #expect(throws: DamagedStudyRecords.self) { try await keeper.keep(record("a", of: "u")) }
    #expect(try await keeper.records(of: "u") == [record("a", of: "u")])
    #expect(folder.names == ["u.json", "u.json.damaged-1"])
  }
}
