import Foundation
import TestSupport
import TaneProcesses
import Testing

/// Seeds while the disk of the local state is full; `TANE_FULL_DISKS` sets the number of seeds, 4
/// by default.
///
/// The disk is a file system in memory in its own mount namespace, which only root can mount.
@Suite("Seeds on a full disk")
struct FullDiskCampaignTests {
  /// Seeds on a disk of the given size, enlarges it, seeds again and compares.
  private static let script = """
    mount -t tmpfs -o size=$2k tane .tane && "$1" seed >&2; echo $?
    mount -o remount,size=64m .tane && "$1" seed >&2; echo $?
    "$1" diff >&2; echo $?
    """

  @Test(
    "A seed on a full disk reports it and is completed when there is room again",
    .enabled(if: Mounting.isAllowed)
  )
  func campaign() async throws {
    var random = SeededGenerator(seed: 13)
    for _ in 1...CampaignLength.of("TANE_FULL_DISKS", default: 4) {
      let project = try TemporaryProject()
      let lines = (0..<2_000).map { "- {id: \($0), name: shop \($0)}" }
      try project.write(
        lines.joined(separator: "\n"),
        to: "fixtures/base/databases/shops/shops.yaml"
      )
      try project.write(
        Data(repeating: 7, count: 100_000),
        to: "fixtures/base/buckets/images/1.png"
      )
      try project.write("", to: ".tane/x")
      let size = Int.random(in: 4...900, using: &random)
      let run = try await TaneProcess.run(
        ["-m", "sh", "-c", Self.script, "sh", TaneProcess.binary.path, "\(size)"],
        in: project.root,
        executable: URL(filePath: "/usr/bin/unshare")
      )
      let codes = run.output.split(separator: "\n").compactMap { Int($0) }
      let text: Comment = "\(size) KiB: \(run.errors)"
      #expect(codes.count == 3, text)
      #expect([0, 2, 4].contains(codes.first), text)
      #expect(codes.first == 0 || run.errors.contains("the disk is full"), text)
      #expect(Array(codes.dropFirst()) == [0, 0], text)
    }
  }
}

/// The ability of this process to mount a file system in its own mount namespace.
enum Mounting {
  static let isAllowed: Bool = {
    let mount = try? ChildProcess(
      command: ["/usr/bin/unshare", "-m", "sh", "-c", "mount -t tmpfs tane /mnt"],
      environment: TaneProcess.variables([:]),
      input: .null,
      errors: .null
    )
    return mount?.wait() == .exited(0)
  }()
}
