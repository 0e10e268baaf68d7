// The readable form of trees that are read back with lists.
extension ResourceComparison {
  /// Returns the readable form if it has fewer changes than the written form or if a shifted list
  /// is written, otherwise nil.
  ///
  /// `spelled` is the new side as written in the fixtures.
  func readableForm(
    of written: ResourceDifference.Form,
    spelled: Tree?,
    at address: Address,
    meaning: (Change) -> [Change]
  ) -> ResourceDifference.Form? {
    let isShifted = rules.canReadMapsAsLists && written.changes.contains(where: \.isOfShiftedList)
    guard isShifted || mayDifferInReadableForm(written, of: rules.identity(address), at: address)
    else { return nil }
    var options = rules(at: address).value.options
    options.lists = .byIdentity(rules.identity(address))
    let isForm = spelled?.isReadBackForm == true
    let new = isForm ? spelled ?? written.new : written.new.readBackForm()
    let old = written.old.readBackForm(beside: written.new, readBackAs: new)
    let changeset = Changeset(from: old, to: new, options: options)
    let readable = form(changeset, old, new, at: address, as: meaning)
    guard !readable.changes.isEmpty else { return nil }
    return isShifted || readable.changes.count < written.changes.count ? readable : nil
  }

  /// Returns true if the readable form may differ from the written form.
  ///
  /// Only a map that is read back as a list can differ, and only if an element may have a new
  /// index.
  private func mayDifferInReadableForm(
    _ form: ResourceDifference.Form,
    of identity: ListIdentity,
    at address: Address
  ) -> Bool {
    guard rules.canReadMapsAsLists, form.changes.count > 1 else { return false }
    // Above this many changes, the search is as slow as computing the readable form.
    let areMany = form.changes.count > 1000
    var known: [TreePath: Bool] = [:]
    func isList(_ path: TreePath) -> Bool {
      if let known = known[path] { return known }
      let isList = [form.old[path], form.new[path]].contains { $0?.isReadBackAsList == true }
      known[path] = isList
      return isList
    }
    return form.changes.contains { change in
      guard let path = address.path.relative(change.path) else { return true }
      return path.components.indices.contains { depth in
        let list = TreePath(Array(path.components[..<depth]))
        // `isList` is called last, because it reads all keys of a map, which may be large.
        let isSame = !areMany && isOfSameElement(change, at: path, of: list, form, identity)
        return !isSame && isList(list)
      }
    }
  }

  /// Returns true if a change is inside a list element whose identifying member is unchanged.
  private func isOfSameElement(
    _ change: Change,
    at path: TreePath,
    of list: TreePath,
    _ form: ResourceDifference.Form,
    _ identity: ListIdentity
  ) -> Bool {
    let depth = list.components.count
    guard change.kind == .changed, path.components.count > depth + 1 else { return false }
    let element = list.appending(path.components[depth])
    let members = identity.rules.filter { $0.lists.matchesExactly(list) }.map(\.member)
    let member = (members + identity.members).first { form.new[element]?[$0] != nil }
    guard let member, let value = form.new[element]?[member], !value.kind.isContainer
    else { return false }
    return form.old[element]?[member] == value
  }
}
