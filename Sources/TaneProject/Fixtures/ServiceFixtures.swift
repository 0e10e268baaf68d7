package import SystemPackage
package import TaneCore

package struct ServiceFixtures: Sendable {
  package let kind: ServiceKind
  /// The service's name in the profile.
  package let name: String
  /// The desired resources of the service, in the order of their addresses.
  package let resources: [DesiredResource]
  /// The secrets that appear as `<redacted>` in the resources, by address.
  let secrets: [Address: Secret]
  /// The sets whose files contain parameters for password hashes.
  let setsWithHashParameters: Set<String>
  /// The absolute paths of the files that contain resources' bytes, by address.
  let files: [Address: FilePath]
  /// The bytes of resources without a file, by address.
  let contents: [Address: [UInt8]]

  init(
    _ kind: ServiceKind,
    _ name: String,
    _ resources: [DesiredResource],
    secrets: [Address: Secret] = [:],
    setsWithHashParameters: Set<String> = [],
    files: [Address: FilePath] = [:],
    contents: [Address: [UInt8]] = [:]
  ) {
    (self.kind, self.name, self.resources) = (kind, name, resources)
    (self.secrets, self.files, self.contents) = (secrets, files, contents)
    self.setsWithHashParameters = setsWithHashParameters
  }
}

extension ServiceFixtures {
  /// Returns the tree at a path, assembled from the resources, or null if no resource describes it.
  package func tree(at path: TreePath = .root) -> Tree {
    var assembly = TreeAssembly()
    for resource in resources {
      let place = resource.address.path
      if let rest = path.relative(place) {
        // A document may have a field and a subcollection with the same name; the field is shown.
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
  package var resources: [DesiredResource] { services.flatMap(\.resources) }

  package func services(of kind: ServiceKind) -> [ServiceFixtures] {
    services.filter { $0.kind == kind }
  }

  /// The number of values or resources of each kind of service; kinds that contain trees come
  /// first.
  package var counts: [(count: Int, noun: String)] {
    ServiceKind.treesFirst.map { kind in
      let resources = services(of: kind).flatMap(\.resources)
      guard let noun = ServiceDeclarations.declaration(of: kind)?.resourceNoun else {
        return (resources.reduce(0) { $0 + $1.content.leafCount }, "value")
      }
      return (resources.count, noun)
    }
  }

  /// Returns the secret that appears as `<redacted>` at an address, if any.
  package func secret(at address: Address) -> Secret? {
    services.lazy.compactMap { $0.secrets[address] }.first
  }

  /// The sets whose accounts may have password hashes.
  package var setsWithHashParameters: Set<String> {
    services.reduce(into: []) { $0.formUnion($1.setsWithHashParameters) }
  }

  /// Returns the absolute path of the file with a resource's bytes, if any.
  package func file(at address: Address) -> FilePath? {
    services.lazy.compactMap { $0.files[address] }.first
  }
}

extension Fixtures {
  /// Returns the bytes of a resource without a file, or nil if the resource has a file or no bytes.
  func content(at address: Address) -> [UInt8]? {
    services.lazy.compactMap { $0.contents[address] }.first
  }
}
