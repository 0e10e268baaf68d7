import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("Interrupted pulls")
struct PullInterruptionTests {
  private static let logo = "fixtures/base/buckets/images/logo.txt"
  private static let addresses = ["images:/", "users:/", "accounts:/"]

  /// Pulls through a proxy that stops responding at a request, ends the pull there with a signal,
  /// and checks the project.
  ///
  /// - Returns: True if the pull finished before that request.
  private func end(
    by signal: Int32,
    at request: Int,
    in environment: FaultyEnvironment,
    _ masks: String,
    _ body: (_ project: TemporaryProject, _ status: Int32) async throws -> Void
  ) async throws -> Bool {
    let point = FaultPoint(fault: .staysSilent, request: request, isLasting: true)
    return try await FaultyProxy.serve(point, ports: environment.ports) { proxy, port in
      let project = try TemporaryProject([
        "environments/local.yaml": Self.profile(masks) { _ in port }, Self.logo: "before",
      ])
      let pull = try await BackgroundTane(["pull"] + Self.addresses, in: project)
      while proxy.requests < request, pull.isRunning { await Task.yield() }
      guard proxy.requests >= request else { return true }
      pull.send(signal)
      try await body(project, pull.end())
      return false
    }
  }

  private static func profile(_ masks: String, _ port: (String) -> Int) -> String {
    """
    guard: open
    databases: { users: "http://127.0.0.1:\(port("database"))?ns=users" }
    buckets: { images: "http://127.0.0.1:\(port("storage"))/images" }
    accounts: http://127.0.0.1:\(port("auth"))/demo
    \(masks)
    """
  }

  @Test(
    "An interrupted pull leaves the old files, and the next one cleans up after a kill",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGKILL, SIGKILL)] as [(Int32, Int32)]
  )
  func ended(signal: Int32, expected: Int32) async throws {
    try await FaultyEnvironment.run { environment in
      var (request, drafts) = (1, 0)
      while true {
        let isOver = try await end(by: signal, at: request, in: environment, "") {
          project,
          status in
          let text = "request \(request), \(try project.everythingWritten())"
          #expect(status == expected, "\(text)")
          let isNew = try project.read(Self.logo) == "old logo"
          let files = try project.everythingWritten().split(separator: "\n").filter {
            $0.hasPrefix("base/") && !$0.contains("/.tane-")
          }
          // Once all files are in place they are kept, although they are no longer compared.
          #expect(
            isNew || files.filter { $0.contains(".") } == ["base/buckets/images/logo.txt"],
            "\(text)"
          )
          drafts += project.drafts().count
          guard signal == SIGKILL else { return #expect(project.drafts() == [], "\(text)") }
          try project.write(
            Self.profile("") { environment.ports[$0] ?? 0 },
            to: "environments/local.yaml"
          )
          let next = try await TaneProcess.run(["pull"] + Self.addresses, in: project.root)
          #expect(next.status == 0, "\(text)\(next.errors)")
          #expect(project.drafts() == [], "\(text)")
          #expect(try project.read(Self.logo) == "old logo")
        }
        if isOver { break }
        request += 1
      }
      #expect(request > 4)
      #expect((drafts > 0) == (signal == SIGKILL))
    }
  }

  @Test("A masked pull leaves no original even if it is killed at any moment")
  func masked() async throws {
    try await FaultyEnvironment.run { environment in
      _ = try await environment.bucket.put(
        Array("write to hana@example.com".utf8),
        at: "first.txt",
        metadata: ObjectMetadata(contentType: "text/plain"),
        if: .none
      )
      var (request, drafts) = (1, 0)
      let masks = "masks: { \"accounts:/*/email\": fake email }\n"
      while true {
        let isOver = try await end(by: SIGKILL, at: request, in: environment, masks) { project, _ in
          drafts += project.drafts().count
          let written = try project.everythingWritten()
          #expect(!written.contains("hana@example.com"), "request \(request)")
        }
        if isOver { break }
        request += 1
      }
      #expect(request > 4)
      #expect(drafts > 0)
    }
  }
}
