import SystemPackage
public import TaneCore
public import TaneProject

public struct ServiceFixtures {
  public let name: String
  public let resources: [DesiredResource]
}

extension Fixtures {
  func services(of kind: TaneCore.ServiceKind) -> [ServiceFixtures] {
    switch kind {
    case .databases:
      return databases.sorted { $0.name < $1.name }.map { database in
        ServiceFixtures(
          name: database.name,
          resources: database.owned.map {
            DesiredResource(Address(service: database.name, path: $0), database.tree[$0] ?? .null)
          }
        )
      }
    case .firestore:
      return [
        ServiceFixtures(
          name: kind.id,
          resources: documents.map { DesiredResource($0.address, $0.tree, at: $0.position) }
        )
      ]
    case .accounts:
      return [
        ServiceFixtures(
          name: kind.id,
          resources: accounts.map { account in
            let entries = account.tree.children.map { ($0.key ?? "", TreeLiteral.tree($0)) }
            let secret = account.password.map { [("password", TreeLiteral.string("\($0)"))] } ?? []
            return DesiredResource(
              account.address,
              secret.isEmpty ? account.tree : Tree(.map(entries + secret)),
              at: account.position
            )
          }
        )
      ]
    default:
      return Dictionary(grouping: objects, by: \.bucket).sorted { $0.key < $1.key }.map {
        ServiceFixtures(
          name: $0,
          resources: $1.map {
            DesiredResource(
              $0.address,
              $0.metadata.tree,
              blob: BlobDigest(size: $0.size, crc32c: $0.crc32c),
              at: $0.position
            )
          }
        )
      }
    }
  }

  public var allResources: [DesiredResource] {
    ServiceAdapters.all.flatMap { services(of: $0.kind).flatMap(\.resources) }
  }

  func secret(at address: Address) -> Secret? {
    accounts.first { $0.address.contains(address) }?.password
  }

  func bytes(at address: Address, in project: Project) throws -> [UInt8] {
    guard let object = objects.first(where: { $0.address == address }) else { return [] }
    return try project.files.bytes(of: object.file) ?? []
  }
}
