import Foundation
import Synchronization
import TaneCore
import TaneKit
import TaneProject
import TaneServices
import TestSupport
import Testing

@testable import tane

@Suite("Pulls from exports by Firestore")
struct PullBulkTests {
  private static let operation = "\(FakeExports.database)/operations"
  private static let folder = "gs://demo-exports/nightly/1"

  private static let profile = """
    guard: confirm
    project: demo-app
    firestore: projects/demo-app/databases/(default)
    buckets: { images: gs://demo-app.appspot.com }
    credentials: ${TOKEN}

    """

  private func project(_ files: [String: String] = [:]) throws -> TemporaryProject {
    try TemporaryProject(
      ["environments/staging.yaml": Self.profile].merging(files) { $1 }
    )
  }

  private func tane(
    _ project: TemporaryProject,
    _ google: FakeExports,
    _ more: [String: String] = [:]
  ) -> InProcessTane {
    var network = InProcessTane.impatient(.seconds(5))
    network.transport = google
    return InProcessTane(
      root: project.root,
      variables: ["TOKEN": "ya29.planted-token"].merging(more) { $1 },
      network: network
    )
  }

  /// Returns a service whose export to the usual folder succeeds after a poll.
  private func google() -> FakeExports {
    let google = FakeExports(.processing(done: 1, of: 3), .successful(folder: Self.folder))
    google.addSample(to: "nightly/1")
    return google
  }

  private let documents = [
    "fixtures/base/firestore/posts/p1.yaml":
      "author: !reference users/u1\nopen: true\ntitle: 熱い\n",
    "fixtures/base/firestore/posts/p1/comments/c1.yaml": "stars: 5\ntext: Nice\n",
    "fixtures/base/firestore/users/u1.yaml": "email: hana@example.com\nname: Hana Mori\n",
  ]

  @Test("A bulk pull starts an export, waits for it, and reads it from its bucket")
  func everything() async throws {
    let (project, google) = (try project(), google())
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder + "/", "-e", "staging")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        staging  demo-app · firestore, images · guard confirm · fixtures base

        + add     fixtures/base/firestore/posts/p1.yaml  3 values
        + add     fixtures/base/firestore/posts/p1/comments/c1.yaml  2 values
        + add     fixtures/base/firestore/users/u1.yaml  2 values

        Pulled into 3 files.

        """
    )
    #expect(result.errors == "")
    for (path, text) in documents { #expect(try project.read(path) == text) }
    #expect(google.bodies == [#"{"outputUriPrefix":"gs://demo-exports/nightly/1"}"#])
    let kinds = "nightly/1/all_namespaces/all_kinds"
    #expect(
      google.lines.filter { !$0.hasPrefix("describe") } == [
        "start", "poll e1", "poll e1", "list nightly/1/",
        "download nightly/1/1.overall_export_metadata",
        "download \(kinds)/all_namespaces_all_kinds.export_metadata", "download \(kinds)/output-0",
      ]
    )
    #expect(!project.exists(".tane/exports/staging.json"))
    #expect(!project.exists(".tane/exports/staging"))
    // Nothing is left to continue, so the next pull starts another export.
    _ = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(google.bodies.count == 2)
  }

  @Test("Whole collections are exported alone, with the subcollections that fixtures describe")
  func collections() async throws {
    let old = "fixtures/base/firestore/posts/p0/comments/c0.yaml"
    let project = try project([old: "text: old\n"])
    let google = FakeExports(.successful(folder: Self.folder))
    google.addSample(to: "nightly/1", kinds: "kind_posts")
    let result = try await tane(project, google)
      .pull("firestore:/posts", "--bulk", Self.folder, "-e", "staging", "--prune")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      google.bodies == [
        #"{"collectionIds":["comments","posts"],"outputUriPrefix":"gs://demo-exports/nightly/1"}"#
      ]
    )
    #expect(
      result.errors
        == "note: the export contains only the collections comments, posts; to export all other "
        + "subcollections as well, pull firestore:/\n"
    )
    #expect(project.exists("fixtures/base/firestore/posts/p1/comments/c1.yaml"))
    #expect(!project.exists(old))
    #expect(!project.exists("fixtures/base/firestore/users/u1.yaml"))
  }

  private static let narrowScopes = [
    ["firestore:/posts/p1"], ["firestore:/posts/p1/comments", "firestore:/users"],
    ["firestore:/posts", "--follow=5"],
  ]

  @Test(
    "Everything is exported for a document, a subcollection or data that is followed",
    arguments: narrowScopes
  )
  func scope(arguments: [String]) async throws {
    let (project, google) = (try project(), google())
    let result = try await tane(project, google)
      .pull(arguments + ["--bulk", Self.folder, "-e", "staging"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(google.bodies == [#"{"outputUriPrefix":"gs://demo-exports/nightly/1"}"#])
    #expect(
      project.exists("fixtures/base/firestore/users/u1.yaml")
        == (arguments != ["firestore:/posts/p1"])
    )
    #expect(project.exists("fixtures/base/firestore/posts/p1/comments/c1.yaml"))
  }

  @Test("Masks apply to exports, and a protected environment requires them before the export")
  func masks() async throws {
    let profile = Self.profile.replacing("guard: confirm", with: "guard: protected")
    let (project, google) = (try project(["environments/staging.yaml": profile]), google())
    let arguments = ["firestore:/users", "--bulk", Self.folder, "-e", "staging"]
    let refused = try await tane(project, google).pull(arguments)
    #expect(refused.status == 3)
    #expect(refused.errors.hasSuffix("Nothing was read or written.\n"))
    #expect(google.lines == [])
    try project.write(
      profile + "masks: { \"firestore:/users/*/email\": fake email, \"firestore:/**\": keep }\n",
      to: "environments/staging.yaml"
    )
    let key = ["TANE_MASK_KEY": "0123456789abcdef0123"]
    let masked = try await tane(project, google, key).pull(arguments)
    #expect(masked.status == 0, "\(masked.errors)")
    let user = try project.read("fixtures/base/firestore/users/u1.yaml")
    #expect(user.contains("name: Hana Mori") && !user.contains("hana@example.com"))
  }

  // MARK: Interruptions

  @Test("The same command continues an export whose pull ended early, and other commands do not")
  func continued() async throws {
    let project = try project()
    let google = FakeExports(
      .processing(done: 1, of: 3),
      .unreachable,
      .unreachable,
      .unreachable,
      .successful(folder: Self.folder)
    )
    google.addSample(to: "nightly/1")
    let tane = tane(project, google)
    let arguments = ["firestore:/", "--bulk", Self.folder, "-e", "staging"]
    let lost = try await tane.pull(arguments)
    #expect(lost.status == 2)
    #expect(
      lost.errors
        == "error: firestore (\(FakeExports.database)): GET /v1/\(Self.operation)/e1: cannot "
        + "connect to firestore.googleapis.com (refused); check that the server is running and "
        + "that the network works; the export \(Self.operation)/e1 may continue at Firebase: run "
        + "the same command again to continue it\n"
    )
    #expect(project.exists(".tane/exports/staging.json"))
    #expect(try project.permissions(".tane/exports/staging.json") == 0o600)
    let dry = try await tane.pull(arguments + ["-n"])
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.errors == "note: continuing the export \(Self.operation)/e1\n")
    let other =
      try await tane
      .pull("firestore:/", "--bulk", "gs://demo-exports/2", "-e", "staging")
    #expect(other.status == 0)
    #expect(google.bodies.count == 2)
    let same = try await tane.pull(arguments)
    #expect(same.status == 0, "\(same.errors)")
    #expect(same.errors == "note: continuing the export \(Self.operation)/e1\n")
    #expect(google.bodies.count == 2)
    #expect(!project.exists(".tane/exports/staging.json"))
  }

  @Test("An export that Firebase no longer has is replaced by another one")
  func forgotten() async throws {
    let project = try project()
    let google = FakeExports(
      .unreachable,
      .unreachable,
      .unreachable,
      .lost,
      .successful(folder: Self.folder)
    )
    google.addSample(to: "nightly/1")
    let tane = tane(project, google)
    let arguments = ["firestore:/", "--bulk", Self.folder, "-e", "staging"]
    #expect(try await tane.pull(arguments).status == 2)
    let next = try await tane.pull(arguments)
    #expect(next.status == 0)
    #expect(
      next.errors
        == "note: continuing the export \(Self.operation)/e1\n"
        + "note: Firebase no longer has this export; starting another one\n"
    )
    #expect(google.bodies.count == 2)
  }

  /// A handler that cancels the work of an operation when a test requests it.
  private final class Signals: InterruptionHandler {
    private struct State {
      var isInterrupted = false
      var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    let outcomes = Mutex<[String]>([])

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    func interrupt() {
      let cancel = state.withLock { state in
        state.isInterrupted = true
        return state.cancel
      }
      cancel?()
    }

    func note(_ outcome: String) { outcomes.withLock { $0.append(outcome) } }

    func cancelling<Result: Sendable>(
      _ write: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      let task = Task { try await write() }
      let isLate = state.withLock { state in
        state.cancel = { task.cancel() }
        return state.isInterrupted
      }
      if isLate { task.cancel() }
      return try await task.value
    }
  }

  /// Pulls, and interrupts the pull at a request; returns the failure.
  private func interrupted(
    at line: String,
    _ project: TemporaryProject,
    _ makeGoogle: (@escaping @Sendable (String) -> Void) -> FakeExports
  ) async throws -> (OperationFailure?, FakeExports, outcomes: [String]) {
    let signals = Signals()
    let google = makeGoogle { if $0.hasPrefix(line) { signals.interrupt() } }
    google.addSample(to: "nightly/1")
    var failure: OperationFailure?
    _ = await tane(project, google).run { context in
      var options = PullOptions()
      options.addresses = [Address(service: "firestore", path: .root)]
      let environment = try context.environment(named: "staging")
      let export = try BulkExport(
        to: Self.folder,
        of: environment,
        options,
        CommandInteraction(context, signals)
      )
      do {
        _ = try await export.pull(reading: { _, _, _ in PullSource(EnvironmentReaders()) }) {
          try await $0.run()
        }
      } catch {
        failure = OperationFailure(error)
      }
      return .clean
    }
    return (failure, google, signals.outcomes.withLock { $0 })
  }

  @Test("Ctrl-C cancels an export that is not complete")
  func cancelled() async throws {
    let project = try project()
    let (failure, google, outcomes) = try await interrupted(at: "poll", project) {
      FakeExports(.processing(done: 0, of: 3), onRequest: $0)
    }
    #expect(failure?.reason == .interrupted)
    #expect(
      failure?.message
        == "interrupted; the export \(Self.operation)/e1 was canceled, and nothing was written"
    )
    #expect(google.lines.starts(with: ["start", "poll e1"]) && google.lines.last == "cancel e1")
    // A second signal would end the process with this sentence.
    #expect(
      outcomes.first
        == "an export may continue at Firebase and be charged: run the same command again to "
        + "continue it; nothing was written"
    )
    #expect(!project.exists(".tane/exports/staging.json"))
  }

  @Test("Ctrl-C while an export is started cancels it")
  func cancelledAtStart() async throws {
    let project = try project()
    let (failure, google, _) = try await interrupted(at: "start", project) {
      FakeExports(.processing(done: 0, of: 3), onRequest: $0)
    }
    #expect(failure?.reason == .interrupted)
    #expect(google.lines.first == "start" && google.lines.last == "cancel e1")
  }

  @Test("An export that cannot be cancelled is kept for the next pull")
  func uncancellable() async throws {
    let project = try project()
    let (failure, _, _) = try await interrupted(at: "poll", project) {
      let google = FakeExports(.processing(done: 0, of: 3), onRequest: $0)
      google.fail("cancel", 403, "PERMISSION_DENIED", "no")
      return google
    }
    #expect(
      failure?.message
        == "interrupted; the export \(Self.operation)/e1 could not be canceled (firestore "
        + "(\(FakeExports.database)): POST /v1/\(Self.operation)/e1:cancel: no (PERMISSION_DENIED); "
        + "the access token is not allowed to do this; give it the role Cloud Datastore "
        + "Import Export Admin in the database's project, or use another key): run the same "
        + "command again to continue it, or cancel it with gcloud firestore operations cancel"
    )
    #expect(project.exists(".tane/exports/staging.json"))
  }

  @Test("Ctrl-C while the export is downloaded keeps it for the next pull")
  func downloadInterrupted() async throws {
    let project = try project()
    let (failure, google, _) = try await interrupted(at: "download", project) {
      FakeExports(.successful(folder: Self.folder), onRequest: $0)
    }
    #expect(failure?.reason == .interrupted)
    #expect(
      failure?.message
        == "interrupted; the export in \(Self.folder) is complete: run the same command again to "
        + "read it"
    )
    #expect(!google.lines.contains { $0.hasPrefix("cancel") })
    #expect(project.exists(".tane/exports/staging.json"))
    #expect(!project.exists(".tane/exports/staging"))
  }

  // MARK: Errors

  private static let places = [
    "environments/local.yaml": "firestore: embedded:main\n",
    "environments/emulated.yaml":
      "firestore: http://127.0.0.1:8080/projects/demo-app/databases/(default)\n",
    "environments/without.yaml": "databases: { shops: \"embedded:shops\" }\n",
  ]

  @Test(
    "A bulk pull of anything other than Firestore at Firebase is an error without requests",
    arguments: [
      (
        ["firestore:/", "--bulk", "backups/1", "-e", "staging"],
        "--bulk: \"backups/1\" is not a folder in a bucket; expected gs://BUCKET/FOLDER"
      ),
      (
        ["firestore:/", "--bulk", "gs:///1", "-e", "staging"],
        "--bulk: \"gs:///1\" is not a folder in a bucket; expected gs://BUCKET/FOLDER"
      ),
      (
        ["firestore:/", "--bulk", "https://storage.googleapis.com/b/1", "-e", "staging"],
        "--bulk: \"https://storage.googleapis.com/b/1\" is not a folder in a bucket; expected "
          + "gs://BUCKET/FOLDER"
      ),
      (
        ["firestore:/posts", "images:/", "--bulk", folder, "-e", "staging"],
        "images:/: --bulk exports only Firestore; pull this address without --bulk"
      ),
      (
        ["shops:/", "--bulk", folder, "-e", "without"],
        "shops:/: --bulk exports only Firestore; pull this address without --bulk"
      ),
      (
        ["firestore:/", "--bulk", folder, "-e", "local"],
        "--bulk exports only databases hosted by Firebase, but local has Firestore at "
          + "embedded:main; pull without --bulk"
      ),
      (
        ["firestore:/", "--bulk", folder, "-e", "emulated"],
        "--bulk exports only databases hosted by Firebase, but emulated has Firestore at "
          + "http://127.0.0.1:8080/projects/demo-app/databases/(default); pull without --bulk"
      ),
    ] as [([String], String)]
  )
  func usage(arguments: [String], message: String) async throws {
    let (project, google) = (try project(Self.places), google())
    let result = try await tane(project, google).pull(arguments)
    #expect(result.status == 64)
    #expect(result.errors == "error: \(message)\n")
    #expect(google.lines == [])
  }

  @Test("--bulk cannot be combined with --from")
  func twoExports() async throws {
    let result = try await project()
      .tane("pull", "firestore:/", "--bulk", Self.folder, "--from", "x")
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix(
        "Error: --bulk and --from cannot be combined; use one of them\n"
      )
    )
  }

  @Test(
    "An export that cannot be started is an error with advice",
    arguments: [
      (
        403, "PERMISSION_DENIED", "The caller does not have permission",
        "The caller does not have permission (PERMISSION_DENIED); the access token is not "
          + "allowed to do this; give it the role Cloud Datastore Import Export Admin in the "
          + "database's project, or use another key; the Firestore service agent "
          + "(service-PROJECT_NUMBER@gcp-sa-firestore.iam.gserviceaccount.com) also needs the role "
          + "Storage Admin for the bucket"
      ),
      (
        400, "INVALID_ARGUMENT",
        "Path already exists: /demo-exports/nightly/1/1.overall_export_metadata",
        "Path already exists: /demo-exports/nightly/1/1.overall_export_metadata "
          + "(INVALID_ARGUMENT); specify a folder that does not exist yet, or only the bucket to "
          + "create a new folder each time"
      ),
    ] as [(Int, String, String, String)]
  )
  func notStarted(status: Int, code: String, message: String, expected: String) async throws {
    let (project, google) = (try project(), google())
    google.fail("start", status, code, message)
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: firestore (\(FakeExports.database)): POST /v1/\(FakeExports.database):"
        + "exportDocuments: \(expected)\n"
    )
    #expect(!project.exists(".tane/exports/staging.json"))
  }

  @Test(
    "An export that fails is an error, and the next pull starts another one",
    arguments: [
      (13, "Internal error", "Internal error (FAILED)"),
      (
        7, "no access to the bucket",
        "no access to the bucket (FAILED); the Firestore service agent "
          + "(service-PROJECT_NUMBER@gcp-sa-firestore.iam.gserviceaccount.com) also needs the role "
          + "Storage Admin for the bucket"
      ),
    ]
  )
  func failed(code: Int, message: String, expected: String) async throws {
    let project = try project()
    let google = FakeExports(.processing(done: 1, of: 3), .failed(code: code, message))
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: Firestore did not complete the export to \(Self.folder): \(expected)\n"
    )
    #expect(!project.exists(".tane/exports/staging.json"))
  }

  @Test("A bucket without access is an error, and the next pull reads the same export")
  func unreadableBucket() async throws {
    let (project, google) = (try project(), google())
    google.fail("list", 403, "forbidden", "ci@demo does not have storage.objects.list access")
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: bucket (gs://demo-exports): GET /storage/v1/b/demo-exports/o?prefix=nightly%2F1%2F"
        + "&maxResults=1000: ci@demo does not have storage.objects.list access (status 403); the access "
        + "token is not allowed to do this; give it the role Storage Object Admin for the "
        + "bucket, or use another key\n"
    )
    #expect(project.exists(".tane/exports/staging.json"))
  }

  @Test("A damaged export is an error that names its object, and the next pull starts another one")
  func damaged() async throws {
    let (project, google) = (try project(), google())
    google.replace("nightly/1/all_namespaces/all_kinds/output-0", with: Array("damage".utf8))
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: \(Self.folder)/all_namespaces/all_kinds/output-0 cannot be used: it is damaged "
        + "or truncated at byte 0: expected a record or zeros\n"
    )
    #expect(!project.exists(".tane/exports/staging.json"))
    #expect(!project.exists(".tane/exports/staging"))
  }

  @Test("A folder without an export is an error, even with --prune")
  func empty() async throws {
    let path = "fixtures/base/firestore/posts/p1.yaml"
    let (project, google) = (try project([path: "open: true\n"]), google())
    google.removeObjects()
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging", "--prune")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: \(Self.folder) contains no Firestore export (*.overall_export_metadata); run "
        + "the command again to start another one\n"
    )
    #expect(project.exists(path))
  }

  @Test("A damaged record is an error, so that no second export is started by mistake")
  func damagedRecord() async throws {
    let (project, google) = (try project(), google())
    try project.write("{", to: ".tane/exports/staging.json")
    let result = try await tane(project, google)
      .pull("firestore:/", "--bulk", Self.folder, "-e", "staging")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: \(project.root.path)/.tane/exports/staging.json: this file is not a valid list "
        + "of started exports; remove it to start a new export\n"
    )
    #expect(google.lines == [])
  }
}

extension TemporaryProject {
  /// Returns the permissions of a file.
  fileprivate func permissions(_ path: String) throws -> Int? {
    let file = root.appending(path: path).path
    return try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
  }
}
