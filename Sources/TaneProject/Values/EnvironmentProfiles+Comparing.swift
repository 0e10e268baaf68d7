package import TaneCore

extension EnvironmentProfiles {
  /// Returns two environments as trees for comparison, with the settings that an app sees: project,
  /// services and values.
  ///
  /// Secrets are shown as `<redacted>`; a secret that differs has a note in the second tree.
  package func comparedTrees(
    _ old: EnvironmentProfile,
    _ new: EnvironmentProfile
  ) -> (old: Tree, new: Tree) {
    let hidden = Dictionary(uniqueKeysWithValues: old.secretTexts.map { ($0.path, $0.text) })
    let differing = new.secretTexts.filter { secret in
      hidden[secret.path].map { $0 != secret.text } ?? false
    }
    return (tree(of: old, changed: []), tree(of: new, changed: Set(differing.map(\.path))))
  }

  private func tree(of profile: EnvironmentProfile, changed: Set<[String]>) -> Tree {
    var entries = profile.comparedEntries
    for index in entries.indices where changed.contains(entries[index].path) {
      entries[index].content = .string("\(Secret.placeholder) (different values)")
    }
    var builder = TreeBuilder()
    Self.append(entries[...], at: 0, tree(of: profile.name), to: &builder)
    return builder.finish()
  }

  /// Appends entries, whose paths have the same first `depth` keys, as a map with positions in the
  /// profile, or appends the content of a single entry whose path ends at this depth.
  private static func append(
    _ entries: ArraySlice<EnvironmentProfile.ComparedEntry>,
    at depth: Int,
    _ written: Tree?,
    to builder: inout TreeBuilder
  ) {
    if let written { builder.setPosition(of: written) } else { builder.clearPosition() }
    if let entry = entries.first, entry.path.count == depth { return builder.append(entry.content) }
    builder.beginMap()
    var rest = entries
    while let key = rest.first?.path[depth] {
      let group = rest.filter { $0.path[depth] == key }
      rest = rest.filter { $0.path[depth] != key }[...]
      // A service's location may be written without a map.
      let child = written?.kind == .map ? written?[key] ?? nil : written
      if let child { builder.setPosition(of: child) }
      builder.setKey(key)
      append(group[...], at: depth + 1, child, to: &builder)
    }
    builder.endContainer()
  }
}

extension EnvironmentProfile {
  /// A setting to compare between environments.
  fileprivate struct ComparedEntry {
    let path: [String]
    var content: TreeLiteral
  }

  fileprivate var comparedEntries: [ComparedEntry] {
    var entries =
      project.map { [ComparedEntry(path: ["project"], content: .string(Redaction.url($0)))] } ?? []
    for service in services {
      let (path, url) = (service.path, TreeLiteral.string(Redaction.url(service.url)))
      guard let form = service.declaration.longForm else {
        entries.append(ComparedEntry(path: path, content: url))
        continue
      }
      entries.append(ComparedEntry(path: path + [form.key], content: url))
      entries += service.flags.sorted().map {
        ComparedEntry(path: path + [$0], content: .bool(true))
      }
      if let member = service.member {
        let path = path + [ServiceLongForm.memberKey]
        entries.append(ComparedEntry(path: path, content: .string(member)))
      }
      entries += service.secrets.keys.sorted().map {
        ComparedEntry(path: path + [$0], content: .string(Secret.placeholder))
      }
    }
    return entries
      + values.map { value in
        let isShown = value.variable != nil || value.containsSecret
        let content = isShown ? .string(value.displayText) : value.content?.literal ?? .null
        return ComparedEntry(path: ["values"] + value.path, content: content)
      }
  }

  /// The secrets of services and values, by path.
  fileprivate var secretTexts: [(path: [String], text: AnyHashable)] {
    services.flatMap { service in
      service.secrets.map { (service.path + [$0.key], AnyHashable($0.value.revealed)) }
    }
      + values.filter { $0.containsSecret && $0.variable == nil }.map {
        (["values"] + $0.path, AnyHashable($0.content))
      }
  }
}

extension ServiceProfile {
  var path: [String] {
    declaration.isNamed ? [kind.id, name] : [kind.id]
  }
}

extension ValueContent {
  /// The value as a tree, with durations in a human-readable format.
  package var literal: TreeLiteral {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .number(let number): .double(number)
    case .boolean(let flag): .bool(flag)
    case .duration: .string(displayText)
    case .list(let elements): .list(elements.map(\.literal))
    case .map(let entries): .map(entries.map { ($0.key, $0.content.literal) })
    }
  }
}
