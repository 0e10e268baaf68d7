public import SystemPackage
public import TaneCore

/// The fixtures of a service.
public struct ServiceFixtures: Sendable {
  /// The kind of service.
  public let kind: ServiceKind
  /// The service's name in the profile.
  public let name: String
  /// The desired resources of the service, in the order of their addresses.
  public let resources: [DesiredResource]
  /// The texts that stand as `<redacted>` in the resources, by their addresses.
  let secrets: [Address: Secret]
  /// The files that hold the bytes of resources, by their addresses, as absolute paths.
  let files: [Address: FilePath]
  /// The bytes of resources that no file holds, by their addresses.
  let contents: [Address: [UInt8]]

  init(
    _ kind: ServiceKind,
    _ name: String,
    _ resources: [DesiredResource],
    secrets: [Address: Secret] = [:],
    files: [Address: FilePath] = [:],
    contents: [Address: [UInt8]] = [:]
  ) {
    (self.kind, self.name, self.resources) = (kind, name, resources)
    (self.secrets, self.files, self.contents) = (secrets, files, contents)
  }
}

extension ServiceFixtures {
  /// Returns the tree at a path, assembled from the resources; null if there is no content.
  public func tree(at path: TreePath = .root) -> Tree {
    var assembly = TreeAssembly()
    for resource in resources {
      let place = resource.address.path
      if let rest = path.relative(place) {
        // Only documents can share a name with a collection below them: the field is shown then.
        _ = assembly.add(resource.content, at: rest)
      } else if let rest = place.relative(path), let node = resource.content[rest] {
        return node
      }
    }
    return assembly.assembled()
  }
}

extension Fixtures {
  /// The desired resources of all services.
  public var resources: [DesiredResource] { services.flatMap(\.resources) }

  /// Returns the fixtures of the services of a kind.
  public func services(of kind: ServiceKind) -> [ServiceFixtures] {
    services.filter { $0.kind == kind }
  }

  /// The number of values or resources for each kind of service, kinds that hold trees first.
  public var counts: [(count: Int, noun: String)] {
    ServiceKind.treesFirst.map { kind in
      let resources = services(of: kind).flatMap(\.resources)
      guard let noun = ServiceDeclarations.declaration(of: kind)?.resourceNoun else {
        return (resources.reduce(0) { $0 + $1.content.leafCount }, "value")
      }
      return (resources.count, noun)
    }
  }

  /// The text that stands as `<redacted>` at an address; nil where fixtures say none.
  public func secret(at address: Address) -> Secret? {
    services.lazy.compactMap { $0.secrets[address] }.first
  }

  /// The file that holds the bytes of a resource, as an absolute path; nil where it has none.
  public func file(at address: Address) -> FilePath? {
    services.lazy.compactMap { $0.files[address] }.first
  }
}

extension Fixtures {
  /// The bytes of a resource that no file holds; nil where a file does, and where it has none.
  func content(at address: Address) -> [UInt8]? {
    services.lazy.compactMap { $0.contents[address] }.first
  }
}
