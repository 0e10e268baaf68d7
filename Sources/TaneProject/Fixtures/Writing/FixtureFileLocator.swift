import SystemPackage
import TaneCore
import TaneFormats

/// The mapping between the addresses of resources and the files of fixture sets.
struct FixtureFileLocator {
  let profile: EnvironmentProfile

  /// A file and the address of its root.
  struct FileLocation {
    let path: FilePath
    let root: Address
  }

  /// Returns the file of a set for a new resource, or nil if no file name can represent the
  /// resource.
  func place(of address: Address, in set: String, _ encoding: FileName.Encoding = .plain)
    -> FileLocation?
  {
    guard let declaration = declaration(of: address.service) else { return nil }
    let folder = FilePath(Project.fixtures).appending(set)
    guard case .folder(let name) = declaration.fixturePart else {
      let file = folder.appending(declaration.fixturePart.name)
      return FileLocation(path: file, root: Address(service: address.service, path: .root))
    }
    let isTree = declaration.containsTrees
    let path = isTree ? address.path.components : FileName.parts(ofObject: address.objectName)
    let keys = (declaration.isNamed ? [address.service] : []) + path
    guard !keys.isEmpty, !keys.contains("") else { return nil }
    let names = keys.flatMap { FileName.names(of: $0, ofTree: isTree, encoding) }
    guard let last = names.last else { return nil }
    let file = names.dropLast().reduce(folder.appending(name)) { $0.appending($1) }
      .appending(last + (isTree ? ".yaml" : ""))
    return FileLocation(path: file, root: address)
  }

  /// Returns the address that the root of a set's file represents, or nil if the file represents no
  /// address.
  func root(of file: String) -> Address? {
    var names = file.split(separator: "/").map(String.init)
    guard names.count > 2, names[0] == Project.fixtures else { return nil }
    names.removeFirst(2)
    let isInFolder = names.count > 1
    let declaration = ServiceDeclarations.all.first {
      $0.fixturePart.matches(names[0], isFolder: isInFolder)
    }
    guard let declaration else { return nil }
    guard isInFolder else { return Address(service: declaration.kind.id, path: .root) }
    names[names.count - 1] = TreeFormat.stem(of: names[names.count - 1])
    let keys = FileName.keys(of: names.dropFirst())
    return declaration.isNamed
      ? Address(service: keys[0], path: TreePath(Array(keys.dropFirst())))
      : Address(service: declaration.kind.id, path: TreePath(keys))
  }

  private func declaration(of service: String) -> (any ServiceDeclaration)? {
    profile.services.first { $0.name == service }?.declaration
  }
}
