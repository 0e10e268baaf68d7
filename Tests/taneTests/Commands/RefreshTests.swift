import Foundation
import TaneTesting
import Testing

@Suite("tane plan --refresh-only")
struct RefreshTests {
  private static let fixture = "fixtures/base/databases/shops/shops.yaml"
  private static let files = [
    "environments/local.yaml": """
    guard: confirm
    databases: { shops: "embedded:shops" }
    buckets: { images: "embedded:images" }
    firestore: embedded:main
    accounts: embedded:main
    """,
    fixture: "{ name: 麺屋, price: 800 }\n",
    "fixtures/base/buckets/images/1.txt": "one",
    "fixtures/base/firestore/posts/p1.yaml": "{ title: a }\n",
    "fixtures/base/accounts.yaml": "u1: { email: a@example.com }\n",
  ]

  private func seeded() async throws -> TemporaryProject {
    let project = try TemporaryProject(Self.files)
    #expect(try await project.tane("seed", "--yes").status == 0)
    return project
  }

  private func loseState(of project: TemporaryProject) throws {
    for suffix in ["", "-wal", "-shm"] where project.exists(".tane/state.sqlite\(suffix)") {
      try project.remove(".tane/state.sqlite\(suffix)")
    }
  }

  @Test("A plan with --refresh-only records equal values and only reports differences")
  func lost() async throws {
    let project = try await seeded()
    try loseState(of: project)
    try project.write("{ name: 麺屋, price: 850 }\n", to: Self.fixture)
    let before = try project.data(".tane/embedded/local.sqlite")
    let refreshed = try await project.tane("plan", "--refresh-only", "--exit-code")
    #expect(refreshed.status == 1, "\(refreshed.errors)")
    #expect(
      refreshed.output.hasSuffix(
        """
        ! conflict: the environment has a different value, of unknown origin
        ~ change  shops:/shops/price
                  - 800
                  + 850  fixtures/base/databases/shops/shops.yaml:1:20

        Recorded 3 values, 1 document, 1 account, 1 object as identical in local and the fixtures. 1 value still \
        differs. Nothing was written to local.

        """
      ),
      "\(refreshed.output)"
    )
    #expect(try project.data(".tane/embedded/local.sqlite") == before)
    // The recorded values count as Tane's, so changes of their fixtures are written.
    try project.write("{ name: 喫茶, price: 800 }\n", to: Self.fixture)
    let seeded = try await project.tane("seed", "--yes")
    #expect(
      seeded.status == 0 && seeded.output.contains("0 values to add, 1 to change"),
      "\(seeded.output)"
    )
  }

  @Test("A plan with --refresh-only exits with 0 if everything is equal and supports JSON")
  func agrees() async throws {
    let project = try await seeded()
    try loseState(of: project)
    let refreshed = try await project.tane("plan", "--refresh-only", "--exit-code", "--json")
    #expect(refreshed.status == 0, "\(refreshed.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(refreshed.output.utf8))
    let recorded = (document as? [String: Any])?["recorded"] as? [String: Int]
    #expect(
      recorded == ["values": 4, "documents": 1, "accounts": 1, "objects": 1, "differing": 0]
    )
  }

  @Test("A plan with --refresh-only records nothing of a list with differences")
  func lists() async throws {
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: confirm\ndatabases: { shops: \"embedded:shops\" }\n",
      Self.fixture: "- { n: 1 }\n- { n: 2 }\n- { n: 3 }\n",
    ])
    #expect(try await project.tane("seed", "--yes").status == 0)
    try loseState(of: project)
    try project.write("- { n: 1 }\n- { n: 2 }\n", to: Self.fixture)
    #expect(try await project.tane("plan", "--refresh-only").status == 0)
    let plan = try await project.tane("plan")
    #expect(plan.output.contains("a different value, of unknown origin"), "\(plan.output)")
    #expect(!plan.output.contains("kept:"), "\(plan.output)")
  }

  @Test("A plan with --refresh-only adopts state copied from another project")
  func copied() async throws {
    let (first, second) = (try await seeded(), try TemporaryProject(Self.files))
    try FileManager.default.copyItem(
      at: first.root.appending(path: ".tane"),
      to: second.root.appending(path: ".tane")
    )
    for command in [["seed", "--yes"], ["plan"], ["history"], ["undo", "--yes"]] {
      let refused = try await TaneProcess.run(command, in: second.root)
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains("this file is a copy of "),
        "\(command): \(refused.errors)"
      )
    }
    let refreshed = try await second.tane("plan", "--refresh-only")
    #expect(refreshed.status == 0, "\(refreshed.errors)")
    #expect(refreshed.output.contains("Recorded 4 values"), "\(refreshed.output)")
    #expect(try await second.tane("seed", "--yes").status == 0)
    #expect(try await first.tane("seed", "--yes").status == 0)
  }

  @Test("A plan with --refresh-only cannot be saved as a plan or combined with --prune")
  func usage() async throws {
    let project = try TemporaryProject(Self.files)
    let kept = try await project.tane("plan", "--refresh-only", "-o", "plan.json")
    #expect(kept.status == 64)
    #expect(kept.errors.contains("--refresh-only writes no plan; omit -o"), "\(kept.errors)")
    #expect(try await project.tane("plan", "--refresh-only", "--prune").status == 64)
  }

  /// Runs a script in its own mount namespace, in which it can mount a file system at `.tane`.
  private func run(_ script: String, in project: TemporaryProject) async throws
    -> TaneProcess.Result
  {
    try await TaneProcess.run(
      ["-m", "sh", "-c", script, "sh", TaneProcess.binary.path],
      in: project.root,
      executable: URL(filePath: "/usr/bin/unshare")
    )
  }

  @Test(
    "A plan with --refresh-only reports a full or read-only disk",
    .enabled(if: Mounting.isAllowed)
  )
  func disk() async throws {
    let project = try await seeded()
    try loseState(of: project)
    let full = try await run(
      """
      cp -r .tane copy && mount -t tmpfs -o size=4m tane .tane && cp -r copy/* .tane
      dd if=/dev/zero of=.tane/full bs=1k 2>/dev/null
      "$1" plan --refresh-only >&2; echo $?; ls .tane
      rm .tane/full && "$1" plan --refresh-only >&2; echo $?
      """,
      in: project
    )
    #expect(
      full.output.hasPrefix("2\n") && full.output.hasSuffix("\n0\n"),
      "\(full.output)\(full.errors)"
    )
    #expect(full.errors.contains("the disk is full"), "\(full.errors)")
    let readOnly = try await run(
      """
      mount -t tmpfs -o size=4m tane .tane && cp -r copy/* .tane && mount -o remount,ro .tane
      "$1" plan --refresh-only >&2; echo $?
      """,
      in: project
    )
    #expect(readOnly.output == "2\n")
    #expect(readOnly.errors.contains("check "), "\(readOnly.errors)")
  }
}
