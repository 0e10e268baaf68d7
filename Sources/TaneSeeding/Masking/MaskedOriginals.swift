import TaneCore
import TaneProject

/// The originals of all masked fields of resources.
struct MaskedOriginals {
  let rules: MaskRules
  /// The originals, each with its rule.
  private(set) var originals: [String: MaskRule] = [:]
  /// The values that `keep` rules name individually, by address.
  private(set) var kept: [Address: String] = [:]

  mutating func add(_ resource: Resource) {
    var place = rules.root(of: resource.address.service)
    for component in resource.address.path.components {
      place = place.child(component)
      addKey(component, at: place)
      if resource.blob != nil, place.keyRule != nil, let point = component.lastIndex(of: ".") {
        addKey(String(component[..<point]), at: place)
      }
    }
    let content =
      resource.blob == nil
      ? resource.content : resource.content.removing(ObjectMetadata.unmaskedKeys)
    add(content, resource.address, at: place)
  }

  private mutating func add(_ tree: Tree, _ address: Address, at place: MaskScope) {
    guard !place.hasNoRules else { return }
    guard tree.kind.isContainer else { return addValue(tree, address, at: place) }
    for (key, child) in tree.keyedChildren {
      let childPlace = place.child(key)
      if tree.kind == .map { addKey(key, at: childPlace) }
      let childAddress = Address(service: address.service, path: address.path.appending(key))
      add(child, childAddress, at: childPlace)
    }
  }

  private mutating func addKey(_ key: String, at place: MaskScope) {
    if let rule = place.keyRule { originals[key] = originals[key] ?? rule }
  }

  private mutating func addValue(_ tree: Tree, _ address: Address, at place: MaskScope) {
    guard let rule = place.valueRule, let text = tree.maskedText, !text.isEmpty,
      // Remote Config stores Boolean values as text.
      text != Redaction.placeholder, !["true", "false"].contains(text)
    else { return }
    if rule.value != .keep {
      originals[text] = originals[text] ?? rule
    } else if rule.pattern.names(address) {
      kept[address] = text
    }
  }
}

extension Tree {
  /// The text of a value to search for: the document identifier of a reference, or the text of
  /// another value; nil if the value is not specific enough, such as a Boolean.
  var maskedText: String? {
    tag == .reference ? string?.split(separator: "/").last.map(String.init) : valueText
  }

  /// The text of a value, or nil if the value is not specific enough, such as a Boolean.
  var valueText: String? {
    string ?? integer.map { "\($0)" } ?? decimal ?? double.map { "\($0)" }
  }
}
