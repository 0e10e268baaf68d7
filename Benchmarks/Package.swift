// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A separate package, so that building `tane` does not compile the benchmarks.
let package = Package(
  name: "TaneBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tane", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .systemLibrary(
      name: "SystemLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    // This library is optional: without it, `SimdjsonFloor` reports that it is unavailable.
    .systemLibrary(
      name: "SystemSimdjson",
      pkgConfig: "simdjson",
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]
    ),
    .target(name: "LibYAMLFloor", dependencies: ["SystemLibYAML"]),
    .target(name: "SimdjsonFloor", dependencies: ["SystemSimdjson"]),
    .executableTarget(
      name: "constant-server",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "tane-benchmark",
      dependencies: [
        "LibYAMLFloor", "SimdjsonFloor",
        .product(name: "TaneCore", package: "Tane"),
        .product(name: "TaneKit", package: "Tane"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
