import TaneCore

/// A library product whose managers get typed members in generated code.
package enum SwiftLibrary: String, CaseIterable, Sendable {
  case tane = "TaneFirebase"
  /// Tane's modules with the names of Firebase's modules, for Linux.
  case modules = "Firebase"
  /// The Firebase SDK for databases, or Tane's module of the same name.
  case databases = "FirebaseDatabase"
  /// The Firebase SDK for buckets, or Tane's module of the same name.
  case storage = "FirebaseStorage"
}

/// The code of the managers `RealtimeDatabaseManager` and `FirebaseStorageManager`, with a typed
/// member for each database and bucket, so that the compiler checks their names.
///
/// If the target links `TaneFirebase`, the members extend Tane's managers, which use the active
/// environment. Otherwise, the managers are classes: on Linux, their members use Tane's managers;
/// on a device, they use the Firebase SDK, and the app does not link Tane.
struct SwiftManagers {
  /// A database or bucket.
  struct Service {
    let kind: ServiceKind
    /// The name of the manager's member in Swift.
    let member: String
    /// The name of the member that Tane's managers look up.
    let lookup: String
    /// The property of `TaneEnvironment` with the URL, such as `databases.shops`.
    let url: String
    /// A Boolean value indicating whether any environment lacks a URL for the service.
    let isURLOptional: Bool
    /// A Boolean value indicating whether an app persists data of the database on its device.
    let isPersistent: Bool
  }

  let services: [Service]
  let libraries: Set<SwiftLibrary>

  /// The lines of the generated code.
  var lines: [String] {
    guard !services.isEmpty, !libraries.isEmpty else { return [] }
    guard !libraries.contains(.tane) else { return extensions }
    return ["", "#if canImport(TaneFirebase)", "import TaneFirebase"] + classes + ["#else"] + sdk
      + ["#endif"]
  }

  // MARK: Tane

  private typealias Kind = (kind: ServiceKind, manager: String, reference: String)

  private var kinds: [Kind] {
    let kinds: [Kind] = [
      (.databases, "RealtimeDatabaseManager", "DatabaseReference"),
      (.buckets, "FirebaseStorageManager", "StorageReference"),
    ]
    return kinds.filter { !services(of: $0.kind).isEmpty }
  }

  private func services(of kind: ServiceKind) -> [Service] { services.filter { $0.kind == kind } }

  private var extensions: [String] {
    kinds.flatMap { ["", "extension TaneFirebase.\($0.manager) {"] + members(of: $0, in: "self") }
  }

  /// The managers on Linux, which have the same members as the managers for the Firebase SDK, so
  /// that the same code compiles with both.
  private var classes: [String] {
    kinds.flatMap { kind in
      [
        "", "internal final class \(kind.manager): Swift.Sendable {",
        "  internal static let shared = \(kind.manager)()", "  private init() {}",
      ] + members(of: kind, in: "TaneFirebase.\(kind.manager).shared")
    }
  }

  private func members(of kind: Kind, in manager: String) -> [String] {
    services(of: kind.kind).map { service in
      "  internal var \(service.member): TaneFirebase.\(kind.reference) {"
        + " \(manager)[dynamicMember: \(service.lookup.swiftLiteral)] }"
    } + ["}"]
  }

  // MARK: The Firebase SDK

  private var sdk: [String] {
    var lines = Self.opening
    if libraries.contains(.databases) { lines += databases }
    if libraries.contains(.storage) { lines += buckets }
    return lines
  }

  private static let opening = """

    extension TaneEnvironment {
      /// Returns the URL of a service; an app cannot open the embedded stores of Tane.
      fileprivate func opened(_ url: Foundation.URL?, _ service: Swift.String) -> Foundation.URL {
        guard let url else {
          Swift.fatalError(
            "\\(name) keeps \\(service) in an embedded store, which an app on a device cannot open; run tane emulate and"
              + " choose an environment that uses its emulators"
          )
        }
        return url
      }
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  private func expression(_ service: Service) -> String {
    let name = service.url.split(separator: ".").last ?? ""
    return service.isURLOptional
      ? "environment.opened(environment.\(service.url), \(String(name).swiftLiteral))"
      : "environment.\(service.url)"
  }

  private var databases: [String] {
    let services = services(of: .databases)
    guard !services.isEmpty else { return [] }
    var lines = [
      "", "#if canImport(FirebaseDatabase)", "import FirebaseDatabase", "",
      "/// The databases of the environment, accessed with the Firebase SDK.",
      "internal final class RealtimeDatabaseManager: Swift.Sendable {",
      "  internal static let shared = RealtimeDatabaseManager(environment: .current)",
      "  private let environment: TaneEnvironment", "",
      "  /// Turns on persistence, which must happen before the first use of a database.",
      "  internal init(environment: TaneEnvironment) {", "    self.environment = environment",
    ]
    for service in services where service.isPersistent {
      lines += [
        "    if let url = environment.\(service.url) as Foundation.URL? {",
        "      FirebaseDatabase.Database.database(url: url.absoluteString).isPersistenceEnabled = true",
        "    }",
      ]
    }
    lines.append("  }")
    for service in services {
      lines += [
        "", "  internal var \(service.member): FirebaseDatabase.DatabaseReference {",
        "    FirebaseDatabase.Database.database(url: \(expression(service)).absoluteString).reference()",
        "  }",
      ]
    }
    return lines + ["}", "#endif"]
  }

  private var buckets: [String] {
    let services = services(of: .buckets)
    guard !services.isEmpty else { return [] }
    return [
      "", "#if canImport(FirebaseStorage)", "import FirebaseStorage", "",
      "/// The buckets of the environment, accessed with the Firebase SDK.",
      "internal final class FirebaseStorageManager: Swift.Sendable {",
      "  internal static let shared = FirebaseStorageManager(environment: .current)",
      "  private let environment: TaneEnvironment", "",
      "  /// Connects emulated buckets to their emulators, which must happen before the first use of a bucket.",
      "  internal init(environment: TaneEnvironment) {", "    self.environment = environment",
      "    let urls: [Foundation.URL?] = [\(services.map { "environment.\($0.url)" }.joined(separator: ", "))]",
      "    for case let url? in urls where url.scheme == \"http\" {",
      "      Self.storage(at: url).useEmulator(withHost: url.host ?? \"\", port: url.port ?? 80)",
      "    }", "  }", "",
      "  private static func storage(at url: Foundation.URL) -> FirebaseStorage.Storage {",
      "    let isEmulated = url.scheme == \"http\"",
      "    return .storage(url: isEmulated ? \"gs://\\(url.lastPathComponent)\" : url.absoluteString)",
      "  }",
    ]
      + services.flatMap { service in
        [
          "", "  internal var \(service.member): FirebaseStorage.StorageReference {",
          "    Self.storage(at: \(expression(service))).reference()", "  }",
        ]
      } + ["}", "#endif"]
  }
}
