import TaneCore

/// The inheritance between the profiles of a project, resolved on request.
struct ProfileInheritance {
  /// A profile with its inherited settings.
  struct ResolvedProfile {
    /// The names of the extended profiles, nearest first.
    var ancestors: [String] = []
    /// The merged settings of the profile and its ancestors, or nil if one of their files is
    /// invalid or missing, or if the profile extends itself.
    var tree: Tree?
    var diagnostics: [Diagnostic] = []
  }

  /// The files of all profiles, by name.
  let files: [String: ProfileFile]

  /// The names of the profiles that other profiles extend.
  var parents: Set<String> { Set(files.values.compactMap { $0.parent?.string }) }

  /// Merges a profile with the profiles that it extends.
  func resolve(_ file: ProfileFile) -> ResolvedProfile {
    var resolved = ResolvedProfile()
    var chain = [file]
    while let last = chain.last {
      resolved.diagnostics += last.diagnostics
      guard let parent = last.parent, let name = parent.string else { break }
      if let start = chain.firstIndex(where: { $0.name == name }) {
        resolved.diagnostics.append(Self.cycle(Array(chain[start...])))
        return resolved
      }
      guard let next = files[name] else {
        resolved.diagnostics.append(unknownParent(name, of: last.name, at: parent.position))
        return resolved
      }
      chain.append(next)
    }
    resolved.ancestors = chain.dropFirst().map(\.name)
    resolved.tree = Self.merged(chain)
    return resolved
  }

  private static func merged(_ chain: [ProfileFile]) -> Tree? {
    let trees = chain.reversed().compactMap(\.tree)
    guard trees.count == chain.count, let first = trees.first else { return nil }
    // An empty file is a profile without settings.
    return trees.dropFirst().reduce(first) {
      $1.isNull ? $0 : $0.isNull ? $1 : ProfileMerge.merge($0, under: $1)
    }
  }

  /// Returns the finding for a cycle; its message begins with the alphabetically first name, so
  /// that it is the same for every profile in the cycle.
  private static func cycle(_ members: [ProfileFile]) -> Diagnostic {
    let first = members.indices.min { members[$0].name < members[$1].name } ?? 0
    let ordered = members[first...] + members[..<first]
    let names = ordered.map(\.name) + [members[first].name]
    return .error(
      .extendsCycle,
      "\"\(members[first].name)\" extends itself: \(names.joined(separator: " → ")); remove one "
        + "\"extends\"",
      at: members[first].parent?.position,
      notes: ordered.dropFirst().map {
        Diagnostic.Note(
          "\"\($0.name)\" extends \"\($0.parent?.string ?? "")\"",
          at: $0.parent?.position
        )
      }
    )
  }

  private func unknownParent(
    _ name: String,
    of child: String,
    at position: SourcePosition?
  ) -> Diagnostic {
    let others = files.keys.filter { $0 != child }.sorted()
    let known = others.isEmpty ? "none" : others.joined(separator: ", ")
    return .error(
      .unknownEnvironment,
      "no profile \"\(name)\" in environments/ (known: \(known))"
        + Suggestion.clause(for: name, among: others),
      at: position
    )
  }
}
