import DemoApps
import DemoModels
import Foundation
import TaneCore
import TaneFirebase
import Testing

@Suite("Local-first study records")
@MainActor struct StudyRecordsTests {
  private let folder = TemporaryFolder()
  private let date = Date(timeIntervalSince1970: 1_778_061_600)

  /// Returns a new view model, as after a start of the app.
  private func start(
    _ firestore: FirestoreManager,
    as userID: String = "1000001",
    wording: StudyRecordsWording = .debug,
    ids: [String] = ["first", "second"]
  ) -> StudyRecordsViewModel {
    let useCase = DefaultStudyRecordsUseCase(
      userID: userID,
      records: firestore.firestore.collection("study_records"),
      local: FilePendingStudyRecords(folder: folder.url, makeID: { ids.joined(separator: "-") })
    )
    let rest = Broadcast(wrappedValue: ids)
    return StudyRecordsViewModel(
      userID: userID,
      useCase: useCase,
      wording: wording,
      now: { [date] in date },
      makeID: {
        let id = rest.wrappedValue.first ?? "none"
        rest.update { Array($0.dropFirst()) }
        return id
      }
    )
  }

  private func record(_ id: String, _ minutes: Int = 25) -> StudyRecord {
    StudyRecord(id: id, userID: "1000001", subject: "英単語", minutes: minutes, createdAt: date)
  }

  private func saved(_ firestore: FirestoreManager) async throws -> [StudyRecord] {
    try await firestore.firestore.collection("study_records").getDocuments().documents
      .map { try $0.data(as: StudyRecord.self) }
  }

  @Test("Records are saved to the environment named by TANE_ENV", arguments: Backend.allCases)
  func environments(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      try environment.activate("staging")
      await start(environment.firestore).add(subject: "英単語", minutes: 25)
      #expect(try await saved(environment.firestore) == [record("first")])
      try environment.activate("local")
      #expect(try await saved(environment.firestore) == [])
    }
  }

  @Test("A saved record is removed from the device", arguments: Backend.allCases)
  func success(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = start(environment.firestore)
      let states = viewModel.$pending
      await viewModel.offer()
      await viewModel.add(subject: "英単語", minutes: 25)
      #expect(await states.first(4) == [.none, .none, .busy(record("first")), .none])
      let saved = try await saved(environment.firestore)
      #expect(saved == [record("first")])
      #expect(try folder.text(of: "1000001.json") == "[]")
    }
  }

  @Test("No record is offered if all are saved", arguments: Backend.allCases)
  func empty(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let viewModel = start(environment.firestore)
      await viewModel.offer()
      await viewModel.save()
      await viewModel.discard()
      #expect(viewModel.pending == .none)
      let saved = try await saved(environment.firestore)
      #expect(saved == [])
      #expect(folder.names == [])
    }
  }

  @Test(
    "A record that could not be saved is offered after every start until saved",
    arguments: Backend.allCases
  )
  func failure(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let refuses = Broadcast(wrappedValue: true)
      let firestore = try environment.disturbedFirestore { _ in
        if refuses.wrappedValue { throw StoreError.refused }
      }
      let first = start(firestore)
      await first.add(subject: "英単語", minutes: 25)
      guard case .offered(record("first"), let reason?) = first.pending else {
        Issue.record("\(first.pending)")
        return
      }
      #expect(reason.contains("refused by the test"))

      let second = start(firestore)
      await second.offer()
      #expect(second.pending == .offered(record("first"), reason: nil))
      for _ in 0..<3 {
        await second.save()
        #expect(second.pending == .offered(record("first"), reason: reason))
      }
      refuses.wrappedValue = false
      await second.save()
      #expect(second.pending == .none)
      #expect(try await saved(firestore) == [record("first")])

      let third = start(firestore)
      await third.offer()
      #expect(third.pending == .none)
    }
  }

  @Test("A discarded record is gone, and the next one is offered", arguments: Backend.allCases)
  func discard(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let firestore = try environment.disturbedFirestore { _ in throw StoreError.refused }
      let viewModel = start(firestore)
      await viewModel.add(subject: "英単語", minutes: 25)
      await viewModel.add(subject: "英単語", minutes: 50)
      let restarted = start(firestore)
      await restarted.offer()
      #expect(restarted.pending == .offered(record("first"), reason: nil))
      await restarted.discard()
      #expect(restarted.pending == .offered(record("second", 50), reason: nil))
      await restarted.discard()
      #expect(restarted.pending == .none)
      await restarted.offer()
      #expect(restarted.pending == .none)
      #expect(try await saved(environment.firestore) == [])
    }
  }

  @Test(
    "A record is on disk before it is saved, and cancelling offers it again",
    arguments: Backend.allCases
  )
  func cancellation(backend: Backend) async throws {
    try await backend.run(.none) { environment in
      let gate = Gate()
      let firestore = try environment.disturbedFirestore { _ in try await gate.pass() }
      let viewModel = start(firestore)
      let saving = Task { await viewModel.add(subject: "英単語", minutes: 25) }
      await gate.arrival()
      // After a crash at this point, the record is offered.
      let restarted = start(environment.firestore)
      await restarted.offer()
      #expect(restarted.pending == .offered(record("first"), reason: nil))
      // Input in the meantime is ignored.
      await viewModel.add(subject: "英単語", minutes: 50)
      await viewModel.offer()
      #expect(viewModel.pending == .busy(record("first")))
      saving.cancel()
      await saving.value
      #expect(viewModel.pending == .offered(record("first"), reason: nil))
      #expect(gate.arrivalCount == 1)
      gate.open()
      await viewModel.save()
      #expect(viewModel.pending == .none)
      #expect(try await saved(firestore) == [record("first")])
    }
  }

  @Test("A record saved before a crash is not saved a second time")
  func savedTwice() async throws {
    try await Backend.embedded.run(.none) { environment in
      let local = FilePendingStudyRecords(folder: folder.url, makeID: { "1" })
      try await local.keep(record("first"))
      try environment.firestore.firestore.document("study_records/first")
        .setData(from: record("first"))
      let viewModel = start(environment.firestore)
      await viewModel.offer()
      await viewModel.save()
      #expect(viewModel.pending == .none)
      #expect(try await saved(environment.firestore) == [record("first")])
    }
  }

  @Test("Damaged stored records are reported and kept")
  func malformed() async throws {
    try folder.write(#"[{"id": "first", "minutes": "25"}]"#, to: "1000001.json")
    let viewModel = start(FirestoreManager())
    await viewModel.offer()
    guard case .unreadable(let reason) = viewModel.pending else {
      Issue.record("\(viewModel.pending)")
      return
    }
    #expect(
      reason.hasPrefix(
        "damaged records, kept at \(folder.url.path)/1000001.json.damaged-first-second: "
      )
    )
    #expect(folder.names == ["1000001.json.damaged-first-second"])
    await viewModel.offer()
    #expect(viewModel.pending == .none)

    try folder.write("", to: "1000001.json")
    let told = start(FirestoreManager(), wording: .production, ids: ["other"])
    await told.offer()
    let text =
      "Records kept on this device could not be read. They were set aside: please ask us for help."
    #expect(told.pending == .unreadable(reason: text))
  }

  @Test("A record of another user is never offered")
  func users() async throws {
    let viewModel = start(FirestoreManager())
    await viewModel.add(subject: "英単語", minutes: 25)
    let other = start(FirestoreManager(), as: "1000003")
    await other.offer()
    #expect(other.pending == .none)
    let same = start(FirestoreManager())
    await same.offer()
    #expect(same.pending == .offered(record("first"), reason: nil))
  }

  @Test("Messages for users differ from those for developers")
  func wording() async throws {
    var reasons: [String?] = []
    for wording in [StudyRecordsWording.debug, .production] {
      let viewModel = start(FirestoreManager(), wording: wording)
      await viewModel.add(subject: "英単語", minutes: 25)
      guard case .offered(_, let reason) = viewModel.pending else { break }
      reasons.append(reason)
    }
    #expect(
      reasons == [
        "\(await activationError())",
        "The record could not be saved. It is kept on this device: try again later.",
      ]
    )
    let production = StudyRecordsWording.production
    #expect(
      production.reason(FirestoreError(.unavailable, "connection refused"))
        == "There is no connection. The record is kept on this device: try again later."
    )
    #expect(
      production.reason(FirestoreError(.permissionDenied, "rules"))
        == "You may not save this. Please sign in again."
    )
  }

  /// Returns the description of the error that a manager without an environment throws.
  private func activationError() async -> String {
    do {
      _ = try await FirestoreManager().firestore.document("a/b").getDocument()
      return "nothing"
    } catch {
      return "\(error)"
    }
  }
}
