import TaneCore
import TaneProject

/// The originals of all masked fields of some resources.
struct MaskedOriginals {
  let rules: MaskRules
  /// The originals, each with the rule that masks it.
  private(set) var originals: [String: MaskRule] = [:]
  /// The texts that rules say may be seen.
  private(set) var kept: [String] = []

  init(_ rules: MaskRules) { self.rules = rules }

  /// Adds those of a resource.
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
      resource.blob == nil ? resource.content : resource.content.removing(ObjectMetadata.plainKeys)
    add(content, at: place)
  }

  private mutating func add(_ tree: Tree, at place: MaskPlace) {
    guard !place.isUntouched else { return }
    guard tree.kind.isContainer else { return addValue(tree, at: place) }
    for (key, child) in tree.keyedChildren {
      let childPlace = place.child(key)
      if tree.kind == .map { addKey(key, at: childPlace) }
      add(child, at: childPlace)
    }
  }

  private mutating func addKey(_ key: String, at place: MaskPlace) {
    if let rule = place.keyRule {
      originals[key] = originals[key] ?? rule
    } else if place.valueRule?.value == .keep {
      kept.append(key)
    }
  }

  private mutating func addValue(_ tree: Tree, at place: MaskPlace) {
    guard let rule = place.valueRule, let text = tree.maskedText, !text.isEmpty,
      text != Redaction.placeholder
    else { return }
    if rule.value == .keep {
      kept.append(text)
    } else {
      originals[text] = originals[text] ?? rule
    }
  }
}

extension Tree {
  /// What a value is found by; nil for one that says too little.
  var maskedText: String? {
    tag == .reference ? string?.split(separator: "/").last.map(String.init) : valueText
  }

  /// A value as a text; nil for one that says too little.
  var valueText: String? {
    string ?? integer.map { "\($0)" } ?? decimal ?? double.map { "\($0)" }
  }
}
