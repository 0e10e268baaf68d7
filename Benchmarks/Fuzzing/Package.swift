// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// libFuzzer uses the coverage of code that is built with these flags; the address sanitizer
/// detects reads out of bounds, which a release build does not check.
let instrumented = strict + [.unsafeFlags(["-sanitize=fuzzer,address"])]
let linked: [LinkerSetting] = [
  .unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])
]

/// The readers and their fuzz targets, built from the main package's sources, because the code of a
/// dependency would not be instrumented.
let package = Package(
  name: "TaneFuzzing",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(name: "CLibFuzzer"),
    .target(name: "TaneCore", swiftSettings: instrumented),
    .target(
      name: "TaneFormats",
      dependencies: ["TaneCore", "CLibYAML"],
      swiftSettings: instrumented
    ),
    .target(
      name: "ReaderFuzzing",
      dependencies: ["CLibFuzzer", "TaneCore", "TaneFormats"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "fuzz-yaml",
      dependencies: ["ReaderFuzzing", "TaneFormats"],
      swiftSettings: strict,
      linkerSettings: linked
    ),
    .executableTarget(
      name: "fuzz-json",
      dependencies: ["ReaderFuzzing", "TaneFormats"],
      swiftSettings: strict,
      linkerSettings: linked
    ),
  ],
  swiftLanguageModes: [.v6]
)
