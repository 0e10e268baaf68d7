// swift-tools-version: 6.1
import PackageDescription

/// The settings of every target: the stricter import and existential rules of the next language mode.
///
/// `.ci/run` sets `TANE_WARNINGS_AS_ERRORS=1`. A package-wide compiler flag would also apply to the
/// dependencies, whose warnings cannot be fixed here.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (Context.environment["TANE_WARNINGS_AS_ERRORS"] == "1"
    ? [.unsafeFlags(["-warnings-as-errors"])] : [])

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// Returns a product that is used only with the trait `Network`: NIO, TLS and libraries based on
/// them.
func network(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Network"]))
}

/// Returns a module that is used only with the trait `Network`.
func network(_ module: String) -> Target.Dependency {
  .target(name: module, condition: .when(traits: ["Network"]))
}

/// A Boolean value indicating whether the package includes the modules with Firebase's names: by
/// default only on Linux, where Google's SDK does not exist.
///
/// The manifest is compiled for the host; set `TANE_FIREBASE_MODULES` when building for another
/// target.
#if os(Linux)
let hasFirebaseModules = Context.environment["TANE_FIREBASE_MODULES"] != "0"
#else
let hasFirebaseModules = Context.environment["TANE_FIREBASE_MODULES"] == "1"
#endif

let package = Package(
  name: "Tane",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "tane", targets: ["tane"]),
    // The only product that depends on swift-syntax; `tane` finds it in its own folder or builds
    // it.
    .executable(name: "tane-swift-reader", targets: ["tane-swift-reader"]),
    // Reads profiles for the plug-in, without the other dependencies of `tane`.
    .executable(name: "tane-profiles", targets: ["tane-profiles"]),
    .plugin(name: "TaneProfiles", targets: ["TaneProfiles"]),
    .plugin(name: "TaneCommand", targets: ["TaneCommand"]),
    // Trees, their readers and writers, and Codable types.
    .library(name: "TaneCore", targets: ["TaneCore", "TaneFormats", "TaneMapping"]),
    .library(name: "TaneFirebase", targets: ["TaneFirebase"]),
    .library(name: "TaneInMemory", targets: ["TaneInMemory"]),
    .library(name: "TaneReferences", targets: ["TaneReferences"]),
    .library(name: "TaneConfiguration", targets: ["TaneConfiguration"]),
    .library(name: "TaneRuntime", targets: ["TaneRuntime"]),
    .library(name: "TaneTesting", targets: ["TaneTesting"]),
    // For programs that run the operations of the commands in their own process.
    .library(
      name: "TaneKit",
      targets: ["TaneKit", "TaneProject", "TaneSeeding", "TaneSwiftSource"]
    ),
    .library(name: "TaneEmulator", targets: ["TaneEmulator"]),
  ],
  traits: [
    .default(enabledTraits: ["Network"]),
    .trait(
      name: "Network",
      description: "Firebase's services over the network, and the emulator."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    // SwiftPM passes a package's enabled traits to the compiler in random order: with its two default
    // traits, every other build would compile this package again.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(name: "TaneCore", swiftSettings: strict),
    .target(name: "TaneFormats", dependencies: ["TaneCore", "CLibYAML"], swiftSettings: strict),
    // Generated code, in a separate module so that it is rarely recompiled.
    .target(
      name: "TaneFirestoreMessages",
      dependencies: [protobuf],
      exclude: ["Definitions", "generate"],
      swiftSettings: strict
    ),
    .target(
      name: "TaneProject",
      dependencies: ["TaneCore", "TaneFormats", system],
      swiftSettings: strict
    ),
    // Starts programs, for products and tests.
    .target(name: "TaneProcesses", dependencies: [system], swiftSettings: strict),
    .target(name: "TaneMapping", dependencies: ["TaneCore"], swiftSettings: strict),
    .target(
      name: "TaneEmbedded",
      dependencies: [
        "TaneCore",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        grdb,
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneFirebase",
      dependencies: ["TaneCore", "TaneMapping", "TaneReferences"],
      swiftSettings: strict
    ),
    .target(name: "TaneReferences", swiftSettings: strict),
    .target(
      name: "TaneConfiguration",
      dependencies: [
        "TaneCore", "TaneProject",
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      // Matches the setting with which swift-configuration compiles its protocols.
      swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
    .target(name: "TaneInMemory", dependencies: ["TaneCore"], swiftSettings: strict),
    .target(
      name: "TaneSeeding",
      dependencies: [
        "TaneCore", "TaneFormats", "TaneProject",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        grdb, system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneRendering",
      dependencies: ["TaneCore", "TaneFormats"],
      swiftSettings: strict
    ),
    .target(
      name: "TaneRuntime",
      dependencies: [
        "TaneCore", "TaneEmbedded", "TaneFirebase", "TaneProject", "TaneServices",
        system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneServices",
      dependencies: [
        "TaneCore", "TaneFormats", "TaneProcesses", network("TaneFirestoreMessages"),
        network("AsyncHTTPClient", of: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        network("Logging", of: "swift-log"),
        network("NIOCore", of: "swift-nio"),
        network("NIOHPACK", of: "swift-nio-http2"),
        network("NIOHTTP1", of: "swift-nio"),
        network("NIOHTTP2", of: "swift-nio-http2"),
        network("NIOPosix", of: "swift-nio"),
        network("NIOSSL", of: "swift-nio-ssl"),
        network("NIOTLS", of: "swift-nio"),
        network("NIOWebSocket", of: "swift-nio"),
        network("SwiftProtobuf", of: "swift-protobuf"), system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneTesting",
      dependencies: [
        "TaneCore", "TaneInMemory", "TaneMapping", "TaneProcesses", "TaneProject", "TaneRendering",
        "TaneSeeding", system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneSwiftSource",
      dependencies: [
        "TaneCore", "TaneFormats", "TaneMapping", "TaneProcesses", "TaneProject",
        system,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "tane-swift-reader",
      dependencies: [
        "TaneSwiftSource",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        system,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "tane-profiles",
      dependencies: ["TaneCore", "TaneInMemory", "TaneProject", system],
      swiftSettings: strict
    ),
    .plugin(
      name: "TaneProfiles",
      capability: .buildTool(),
      dependencies: ["tane-profiles"],
      path: "Sources/TaneProfiles"
    ),
    .plugin(
      name: "TaneCommand",
      capability: .command(
        intent: .custom(
          verb: "tane",
          description: "Run tane in the package: validate, diff and the others."
        )
      ),
      path: "Sources/TaneCommand"
    ),
    .target(
      name: "TaneEmulator",
      dependencies: [
        "TaneCore", "TaneEmbedded", "TaneFormats", "TaneKit", "TaneProject", "TaneRendering",
        "TaneRuntime", "TaneSeeding", "TaneServices", network("TaneFirestoreMessages"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        network("NIOCore", of: "swift-nio"),
        network("NIOHPACK", of: "swift-nio-http2"),
        network("NIOHTTP1", of: "swift-nio"),
        network("NIOHTTP2", of: "swift-nio-http2"),
        network("NIOPosix", of: "swift-nio"),
        network("NIOWebSocket", of: "swift-nio"),
        network("SwiftProtobuf", of: "swift-protobuf"), system,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TaneKit",
      dependencies: [
        "TaneCore", "TaneEmbedded", "TaneFormats", "TaneMapping", "TaneProcesses", "TaneProject",
        "TaneRendering", "TaneRuntime", "TaneSeeding", "TaneServices", "TaneSwiftSource", system,
      ],
      swiftSettings: strict
    ),
    .target(name: "DemoModels", swiftSettings: strict),
    .executableTarget(
      name: "tane",
      dependencies: [
        "TaneCore", "TaneEmulator", "TaneFormats", "TaneKit", "TaneProcesses", "TaneProject",
        "TaneRendering", "TaneRuntime", "TaneSeeding", "TaneServices",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        system,
      ],
      swiftSettings: strict
    ),
    // Modules that only tests use are in the folder of the tests, and in no product.
    .target(
      name: "TestSupport",
      dependencies: ["TaneCore", "TaneProcesses", "TaneProject", system],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .target(
      name: "TestSettings",
      dependencies: [],
      path: "Tests/TestSettings",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ActivatingApp",
      dependencies: ["TaneRuntime"],
      path: "Tests/ActivatingApp",
      swiftSettings: strict
    ),
    .target(
      name: "DemoApps",
      dependencies: [
        "DemoModels", "TaneCore", "TaneFirebase",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ],
      path: "Tests/DemoApps",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneCoreTests",
      dependencies: ["TaneCore", "TaneTesting", "TestSettings", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneFormatsTests",
      dependencies: ["TaneCore", "TaneFormats", "TestSupport"],
      exclude: ["Conformance/Data"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneRenderingTests",
      dependencies: ["TaneCore", "TaneRendering", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneProjectTests",
      dependencies: [
        "TaneCore", "TaneFormats", "TaneProject", "TaneTesting", "TestSupport", system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneConfigurationTests",
      dependencies: [
        "TaneConfiguration", "TaneProject",
        .product(name: "Configuration", package: "swift-configuration"),
        system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneMappingTests",
      dependencies: ["TaneCore", "TaneFormats", "TaneMapping", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneEmbeddedTests",
      dependencies: ["TaneCore", "TaneEmbedded", "TaneTesting", "TestSupport", grdb, system],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneFirebaseTests",
      dependencies: [
        "DemoModels", "TaneCore", "TaneFirebase", "TaneInMemory", "TaneMapping", "TaneReferences",
        "TaneTesting", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneEmulatorTests",
      dependencies: [
        "TaneCore", "TaneEmbedded", "TaneEmulator", "TaneFirestoreMessages", "TaneFormats",
        "TaneKit", "TaneProject", "TaneServices", "TaneTesting", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        protobuf, system,
      ],
      exclude: ["Database/REST/Cases"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneSeedingTests",
      dependencies: [
        "TaneCore", "TaneFormats", "TaneProject", "TaneSeeding", "TaneTesting", "TestSupport", grdb,
        system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneKitTests",
      dependencies: ["TaneCore", "TaneKit", "TaneProject", "TaneSeeding", "TestSupport", system],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneRuntimeTests",
      dependencies: [
        "DemoModels", "TaneCore", "TaneEmbedded", "TaneEmulator", "TaneFirebase", "TaneKit",
        "TaneProject", "TaneRuntime", "TaneSeeding", "TaneTesting", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneServicesTests",
      dependencies: [
        "TaneCore", "TaneEmbedded", "TaneEmulator", "TaneFirebase", "TaneFirestoreMessages",
        "TaneFormats", "TaneServices", "TaneTesting", "TestSupport",
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        protobuf, system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneTestingTests",
      dependencies: [
        "DemoModels", "TaneCore", "TaneFirebase", "TaneFormats", "TaneInMemory", "TaneProject",
        "TaneTesting", "TestSupport", "tane-profiles", system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TaneSwiftSourceTests",
      dependencies: [
        "DemoModels", "TaneCore", "TaneFirebase", "TaneFormats", "TaneMapping", "TaneProcesses",
        "TaneProject", "TaneSwiftSource", "TaneTesting", "TestSupport", "tane-swift-reader", system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DemoAppsTests",
      dependencies: [
        "DemoApps", "DemoModels", "TaneCore", "TaneEmbedded", "TaneEmulator", "TaneFirebase",
        "TaneFormats", "TaneMapping", "TaneProject", "TaneRuntime", "TaneSeeding", "TestSupport",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        system,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "taneTests",
      dependencies: [
        "ActivatingApp", "DemoApps", "DemoModels", "TaneCore", "TaneEmbedded", "TaneEmulator",
        "TaneFirebase", "TaneFormats", "TaneKit", "TaneProject", "TaneRendering", "TaneRuntime",
        "TaneServices", "TaneTesting", "TestSupport", "tane", "tane-swift-reader",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        grdb, system,
      ],
      exclude: ["Goldens", "Language/untranslated.txt", "ReporterGoldens", "Screens"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

if hasFirebaseModules {
  let services = [
    "FirebaseAuth", "FirebaseDatabase", "FirebaseFirestore", "FirebaseRemoteConfig",
    "FirebaseStorage",
  ]
  func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
      name: name,
      dependencies: dependencies,
      path: "Sources/Firebase/\(name)",
      swiftSettings: strict
    )
  }
  package.targets += services.map { module($0, ["TaneCore", "TaneFirebase"]) }
  package.targets += [
    module("FirebaseCore", ["TaneRuntime"]),
    module("FirebaseDatabaseSwift", ["FirebaseDatabase"]),
    module("FirebaseFirestoreSwift", ["FirebaseFirestore"]),
    module("FirebaseRemoteConfigSwift", ["FirebaseRemoteConfig"]),
    module("Firebase", ["FirebaseCore"] + services.map { .target(name: $0) }),
  ]
  let names = [
    "Firebase", "FirebaseCore", "FirebaseDatabaseSwift", "FirebaseFirestoreSwift",
    "FirebaseRemoteConfigSwift",
  ]
  package.targets.append(
    .target(
      name: "ArticleApps",
      dependencies: [
        "FirebaseAuth", "FirebaseCore", "FirebaseDatabase", "FirebaseFirestore",
        "FirebaseFirestoreSwift", "FirebaseRemoteConfig", "FirebaseStorage",
        .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/ArticleApps",
      // The language mode of apps of that time; a test also compiles them in Swift 6 mode.
      swiftSettings: [.swiftLanguageMode(.v5)]
    )
  )
  package.targets.first { $0.name == "TaneRuntimeTests" }?.dependencies.append("ArticleApps")
  package.products.append(.library(name: "Firebase", targets: names + services))
}
