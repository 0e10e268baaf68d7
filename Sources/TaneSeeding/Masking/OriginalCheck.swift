import Foundation
import SystemPackage
package import TaneCore
import TaneFormats
package import TaneProject

/// A check that written files contain no original value of a masked field; its findings contain
/// positions, but never the values.
package struct OriginalCheck: Sendable {
  private static let earlier =
    "the fixtures contained it before masking: remove it, or pull with --prune"

  private let search: OriginalSearch
  private let exceptions: Set<Address>
  private let rules: MaskRules
  private let profile: EnvironmentProfile
  private let tagNames: [String]

  /// Creates a check of files that were pulled from an environment and may contain the given tags.
  package init(
    of masked: MaskedEnvironment,
    _ rules: MaskRules,
    in profile: EnvironmentProfile,
    keeping tagNames: [String]
  ) {
    (search, exceptions) = (masked.search, Set(masked.exceptions.values))
    (self.rules, self.profile, self.tagNames) = (rules, profile, tagNames)
  }

  /// Returns findings about original values in the names and contents of files, including comments.
  package func findings(in files: [FixtureUpdate.File]) -> [Diagnostic] {
    files.flatMap { file -> [Diagnostic] in
      switch file.content {
      case .nothing: []
      case .object: findings(inNameOf: file)
      case .text(let bytes): findings(inNameOf: file) + findings(in: bytes, of: file)
      }
    }
  }

  /// Returns findings about original values in the bytes of an object.
  package func findings(inBytes bytes: [UInt8], of object: Address) -> [Diagnostic] {
    guard search.finding(inBytes: bytes) != nil else { return [] }
    let pattern = PatternGuess(of: shown(object), in: profile).pattern
    return [
      .error(
        .unmaskedOriginal,
        "the bytes of \(shown(object)) contain the value of a masked field; add "
          + "the mask \"\(pattern): null\" or \"\(pattern): drop\"",
        at: nil,
        address: shown(object)
      )
    ]
  }

  private func findings(inNameOf file: FixtureUpdate.File) -> [Diagnostic] {
    // The names of services and sets are not personal.
    guard let root = file.root,
      let index = root.path.components.firstIndex(where: { search.finding(in: $0) != nil }),
      let found = search.finding(in: root.path.components[index])
    else { return [] }
    let named = Address(
      service: root.service,
      path: TreePath(Array(root.path.components[...index]))
    )
    let pattern = PatternGuess(of: named, in: profile).withWildcardLastKey.pattern
    return [
      .error(
        .unmaskedOriginal,
        "the name of \(shownName(of: file)) contains the value of a masked field; add "
          + "the mask \"\(pattern): \(keyMask(found))\"",
        at: nil,
        address: shown(root)
      )
    ]
  }

  private func findings(in bytes: [UInt8], of file: FixtureUpdate.File) -> [Diagnostic] {
    let name = shownName(of: file)
    let format = TreeFormat(fileExtension: file.path.extension ?? "")
    var findings: [Diagnostic] = []
    let tree = format.flatMap {
      TreeParser.parse(bytes, named: name, as: $0, keeping: tagNames).tree
    }
    var allowed: Set<Int> = []
    if let tree, let root = file.root {
      visit(tree, at: root, PatternGuess(of: shown(root), in: profile), &findings)
      allowed = Set(exceptions.compactMap { tree.value(at: $0, below: root)?.position?.line })
    }
    if format == .yaml {
      findings += findingsOutsideValues(bytes, name, besides: findings, allowed)
    }
    return findings
  }

  /// Returns findings about originals outside values, such as in comments; on lines of allowed
  /// values, only comments are searched.
  private func findingsOutsideValues(
    _ bytes: [UInt8],
    _ name: String,
    besides values: [Diagnostic],
    _ allowed: Set<Int>
  ) -> [Diagnostic] {
    let lines = Set(values.compactMap { $0.position?.line })
    var findings: [Diagnostic] = []
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in texts.enumerated() where !lines.contains(index + 1) {
      let text = allowed.contains(index + 1) ? line.trailingComment : line
      guard search.finding(inBytes: Array(text)) != nil else { continue }
      let isComment = text.contains(UInt8(ascii: "#"))
      // A multi-line value is reported on its first line.
      guard isComment || values.isEmpty && allowed.isEmpty else { continue }
      findings.append(
        .error(
          .unmaskedOriginal,
          "\(isComment ? "a comment" : "this line") contains the value of a masked field; remove "
            + "it",
          at: SourcePosition(file: name, line: index + 1, column: 1)
        )
      )
    }
    return findings
  }

  private func visit(
    _ tree: Tree,
    at address: Address,
    _ guess: PatternGuess,
    _ findings: inout [Diagnostic]
  ) {
    guard tree.kind.isContainer else { return visitValue(tree, at: address, guess, &findings) }
    let isData = PatternGuess.hasDataAsKeys(tree)
    for (index, child) in tree.children.enumerated() {
      let key = child.key ?? String(index)
      let place = Address(service: address.service, path: address.path.appending(key))
      let found = child.key.flatMap { search.finding(in: $0) }
      let guess = guess.child(key, isData: isData || found != nil)
      if let found {
        findings.append(
          .error(
            .unmaskedOriginal,
            rules.scope(of: place).keyRule == nil
              ? "a key contains the value of a masked field; add "
                + "the mask \"\(guess.pattern): \(keyMask(found))\""
              : "a key contains the value of a masked field; \(Self.earlier)",
            at: child.keyPosition,
            address: shown(place)
          )
        )
      }
      visit(child, at: place, guess, &findings)
    }
  }

  private func visitValue(
    _ tree: Tree,
    at address: Address,
    _ guess: PatternGuess,
    _ findings: inout [Diagnostic]
  ) {
    guard let text = tree.valueText, !exceptions.contains(address),
      let found = search.finding(in: text) ?? findingInBytes(of: tree)
    else { return }
    let rule = rules.scope(of: address).valueRule
    let mask = found.isWhole ? found.rule.value ?? found.rule.key ?? .hash : .keepFormat
    let advice =
      switch rule?.value {
      case .keep:
        "add the mask \"\(guess.pattern): \(mask)\", or \"\(shown(address)): keep\" for this "
          + "value only"
      default: Self.earlier
      }
    let message =
      switch (found.isWhole, rule?.value) {
      case (true, nil):
        "this is also the value of a masked field; add the mask "
          + "\"\(guess.pattern): \(mask)\""
      case (false, nil):
        "this also contains the value of a masked field; add the mask "
          + "\"\(guess.pattern): \(mask)\""
      case (true, _): "this is also the value of a masked field; \(advice)"
      case (false, _): "this also contains the value of a masked field; \(advice)"
      }
    findings.append(
      .error(
        .unmaskedOriginal,
        message,
        at: tree.position,
        address: shown(address)
      )
    )
  }

  /// Returns the match in the decoded bytes of a Base64 value, if any.
  private func findingInBytes(of tree: Tree) -> OriginalSearch.Finding? {
    guard tree.tag == .bytes, let data = tree.string.flatMap({ Data(base64Encoded: $0) }) else {
      return nil
    }
    return search.finding(inBytes: Array(data))
  }

  private func keyMask(_ found: OriginalSearch.Finding) -> String {
    let mask = found.rule.key ?? found.rule.value ?? .hash
    return "key \(mask.isPseudonym ? mask : .hash)"
  }

  /// Returns an address with `*` in place of each key that contains an original.
  private func shown(_ address: Address) -> Address {
    let keys = address.path.components.map { search.finding(in: $0) == nil ? $0 : "*" }
    return Address(service: address.service, path: TreePath(keys))
  }

  /// Returns a file's path with `*` in place of each component that contains an original.
  private func shownName(of file: FixtureUpdate.File) -> String {
    file.path.string.split(separator: "/", omittingEmptySubsequences: false)
      .map { search.finding(in: String($0)) == nil ? String($0) : "*" }.joined(separator: "/")
  }
}

extension Tree {
  /// Returns the value at an address, or nil if it does not exist; this tree is the value at
  /// `root`.
  fileprivate func value(at address: Address, below root: Address) -> Tree? {
    let (path, above) = (address.path.components, root.path.components)
    guard address.service == root.service, path.starts(with: above) else { return nil }
    return value(at: TreePath(Array(path.dropFirst(above.count))))
  }
}

extension ArraySlice<UInt8> {
  /// The comment of a YAML line, from the last `#` after a space.
  fileprivate var trailingComment: ArraySlice<UInt8> {
    guard let index = indices.dropFirst().last(where: { self[$0] == 0x23 && self[$0 - 1] == 0x20 })
    else { return [] }
    return self[index...]
  }
}
