import Foundation
import TaneCore
import TaneTesting
import Testing

@Suite("Seeding with shared state")
struct SharedStateTests {
  private static let profile = "environments/emulator.yaml"

  /// Sets the guard of the environment's profile and the location of its state.
  private func prepare(_ project: TemporaryProject, state: String) throws {
    let text = try project.read(Self.profile)
    try project.write(
      text.replacing("guard: open", with: "guard: confirm\nstate: \(state)"),
      to: Self.profile
    )
  }

  /// Returns the project and the commands of another machine with the same environment.
  private func machine(_ environment: FaultyEnvironment, state: String) throws -> (
    TemporaryProject, InProcessTane
  ) {
    let project = try TemporaryProject([:])
    for folder in ["environments", "fixtures"] {
      try FileManager.default.copyItem(
        at: environment.project.root.appending(path: folder),
        to: project.root.appending(path: folder)
      )
    }
    let text = try project.read(Self.profile)
    let line = text.split(separator: "\n").first { $0.hasPrefix("state:") }
    try project.write(
      text.replacing(line ?? "", with: "state: \(state)"),
      to: Self.profile
    )
    let tane = try environment.tane()
    return (
      project,
      InProcessTane(root: project.root, variables: tane.variables, network: tane.network)
    )
  }

  @Test(
    "A second machine with shared state knows the first one's seed and keeps manual edits"
  )
  func team() async throws {
    try await FaultyEnvironment.run { environment in
      try prepare(environment.project, state: "images:/tane/state.json")
      let first = try await environment.tane().seed("-e", "emulator", "--yes", "--adopt-existing")
      #expect(first.status == 0, "\(first.errors)\(first.output)")
      let shops = try #require(environment.databases["shops"])
      let (tester, edit) = try machine(environment, state: "local")
      try tester.write(
        "- { id: 0, name: edited }\n- { id: 1, name: 喫茶 }\n",
        to: "fixtures/base/databases/shops/shops.yaml"
      )
      let edited = try await edit.seed(
        "-e",
        "emulator",
        "shops:/shops",
        "--yes",
        "--adopt-existing"
      )
      #expect(edited.status == 0, "\(edited.errors)")

      let (project, second) = try machine(environment, state: "images:/tane/state.json")
      try project.write("901", to: "fixtures/base/databases/shops/prices/ramen.yaml")
      let before = try await environment.bucket.object(at: "tane/state.json")?.generation
      let plan = try await second.seed("-e", "emulator", "-n")
      #expect(
        plan.output.contains("! not overwritten: changed in the environment since the last seed")
      )
      #expect(try await environment.bucket.object(at: "tane/state.json")?.generation == before)
      let seeded = try await second.seed("-e", "emulator", "--yes")
      #expect(seeded.status == 0, "\(seeded.errors)\(seeded.output)")
      #expect(
        seeded.output.contains("1 manual edit was not overwritten."),
        "\(seeded.output)"
      )
      #expect(try await shops.tree(at: "/shops/0/name") == Tree("edited"))
      #expect(try await shops.tree(at: "/prices/ramen") == Tree(901))
      #expect(try await environment.bucket.object(at: "tane/state.json")?.generation != before)

      let (other, alone) = try machine(environment, state: "local")
      try other.write("902", to: "fixtures/base/databases/shops/prices/ramen.yaml")
      let unknown = try await alone.seed("-e", "emulator", "--yes")
      #expect(unknown.status == 1)
      #expect(
        unknown.output.contains(
          "! conflict: the environment has a different value, of unknown origin"
        ),
        "\(unknown.output)"
      )
      #expect(try await shops.tree(at: "/prices/ramen") == Tree(901))
    }
  }

  @Test(
    "Unreadable shared state stops the command, and unwritable state exits with 4"
  )
  func failures() async throws {
    try await FaultyEnvironment.run { environment in
      try prepare(environment.project, state: "images:/tane/state.json")
      _ = try await environment.bucket.put(
        Array("{".utf8),
        at: "tane/state.json",
        metadata: .init(),
        if: .none
      )
      let damaged = try await environment.tane().seed("-e", "emulator", "--yes", "--adopt-existing")
      #expect(damaged.status == 2)
      #expect(
        damaged.errors.contains(
          "this is not a shared state of Tane, or it is damaged; restore an earlier"
        ),
        "\(damaged.errors)"
      )
      #expect(try await environment.snapshot().names == FaultyEnvironment.old.names)
      try await environment.bucket.delete(at: "tane/state.json", if: .none)

      // The last request of a seed with shared state writes the state.
      let requests = try await FaultyEnvironment.run { other in
        try prepare(other.project, state: "images:/tane/state.json")
        return try await FaultyProxy.serve(nil, ports: other.ports) { proxy, port in
          let result = try await other.tane(port: port)
            .seed("-e", "emulator", "--yes", "--adopt-existing")
          #expect(result.status == 0, "\(result.errors)")
          return proxy.requests
        }
      }
      let point = FaultPoint(fault: .forbidden, request: requests, isLasting: true)
      let unwritten = try await FaultyProxy.serve(point, ports: environment.ports) { _, port in
        try await environment.tane(port: port, point)
          .seed("-e", "emulator", "--yes", "--adopt-existing")
      }
      #expect(unwritten.status == 4, "\(unwritten.errors)")
      #expect(
        unwritten.errors.contains(
          "images/tane/state.json) was not written: the next tane seed -e emulator on this machine "
            + "writes it; everything else succeeded"
        ),
        "\(unwritten.errors)"
      )
      #expect(try await environment.bucket.object(at: "tane/state.json") == nil)
      let next = try await environment.tane().seed("-e", "emulator", "--yes")
      #expect(
        next.status == 0 && next.output.contains("Nothing to do"),
        "\(next.output)\(next.errors)"
      )
      #expect(try await environment.bucket.object(at: "tane/state.json") != nil)
    }
  }
}
