import TaneCore
import TaneFormats
import TaneProject

/// A masker that replaces originals in resources with pseudonyms according to rules.
struct Masker {
  /// A service whose resources are masked.
  private struct Service {
    let name: String
    let kind: ServiceKind?
    /// The type of the current Remote Config parameter.
    var valueType = RemoteConfigParameter.ValueType.string
  }

  let rules: MaskRules
  let profile: EnvironmentProfile
  var pseudonyms: Pseudonyms
  /// The findings about values that cannot be masked according to the rules.
  private(set) var findings: [Diagnostic] = []

  /// The search for originals, excluding originals that pseudonyms inevitably contain.
  var search: OriginalSearch { pseudonyms.search }

  private func service(_ name: String) -> Service {
    Service(name: name, kind: profile.services.first { $0.name == name }?.kind)
  }

  // MARK: Addresses

  /// Returns an address with pseudonyms in place of masked keys.
  mutating func pseudonymize(_ address: Address) -> Address {
    guard rules.mentions(address.service) else { return address }
    let service = service(address.service)
    var place = rules.root(of: address.service)
    var keys: [String] = []
    for key in address.path.components {
      place = place.child(key)
      keys.append(maskedKey(key, at: place, in: service))
    }
    return Address(service: address.service, path: TreePath(keys))
  }

  private mutating func maskedKey(_ key: String, at place: MaskScope, in service: Service)
    -> String
  {
    guard let mask = place.keyRule?.key else { return key }
    return pseudonyms.key(key, mask, in: service.kind)
  }

  // MARK: Resources

  /// Returns a masked resource, or nil if the resource is dropped.
  mutating func pseudonymize(_ resource: Resource) -> Resource? {
    guard rules.mentions(resource.address.service) else { return resource }
    let service = service(resource.address.service)
    let address = pseudonymize(resource.address)
    let place = rules.scope(of: resource.address)
    if let rule = place.valueRule, rule.value == .drop { return nil }
    var builder = TreeBuilder()
    append(resource.content, at: place, in: service, to: &builder)
    let content = builder.finish()
    guard let blob = resource.blob, let rule = place.valueRule, let mask = rule.value else {
      return Resource(address, content, blob: resource.blob)
    }
    switch mask {
    case .null: return Resource(address, content, blob: BlobDigest(size: 0, crc32c: 0))
    case .hash, .fake, .keepFormat: reportObject(rule, mask)
    case .drop, .keep: break
    }
    return Resource(address, content, blob: blob)
  }

  private mutating func reportObject(_ rule: MaskRule, _ mask: Mask) {
    report(
      "\(rule.pattern) matches objects, whose content cannot be masked with \(mask); use \"null\" "
        + "to remove the content, \"drop\" to remove the object, or \"keep\" to leave it unmasked",
      rule
    )
  }

  private mutating func report(_ message: String, _ rule: MaskRule) {
    let finding = Diagnostic.error(.unusableMask, message, at: rule.position)
    if !findings.contains(finding) { findings.append(finding) }
  }

  // MARK: Trees

  private mutating func append(
    _ tree: Tree,
    at place: MaskScope,
    in service: Service,
    to builder: inout TreeBuilder
  ) {
    if place.hasNoRules, service.kind != .firestore || !tree.mayHoldReferences {
      return builder.append(tree)
    }
    if tree.tag == .geopoint, let rule = geopointRule(tree, at: place) {
      return appendGeopoint(tree, rule, to: &builder)
    }
    switch tree.kind {
    case .map:
      builder.beginMap(tag: tree.tag)
      appendEntries(of: tree, at: place, in: service, to: &builder)
      builder.endContainer()
    case .list:
      builder.beginList(tag: tree.tag)
      for (index, child) in tree.children.enumerated() {
        let place = place.child(String(index))
        guard place.valueRule?.value != .drop else { continue }
        append(child, at: place, in: service, to: &builder)
      }
      builder.endContainer()
    default: appendValue(tree, at: place, in: service, to: &builder)
    }
  }

  private mutating func appendEntries(
    of tree: Tree,
    at place: MaskScope,
    in service: Service,
    to builder: inout TreeBuilder
  ) {
    var service = service
    if place.isParameter, let type = tree["type"]?.string {
      service.valueType = RemoteConfigParameter.ValueType(rawValue: type) ?? .string
    }
    var rule: MaskRule?
    var keys: Set<[UInt8]> = []
    var isAmbiguous = false
    for child in tree.children {
      let key = child.key ?? ""
      let childPlace = place.child(key)
      if service.kind == .buckets, ObjectMetadata.unmaskedKeys.contains(key) {
        builder.setKey(of: child)
        builder.append(child)
        continue
      }
      let isNull = childPlace.valueRule?.value == .null
      // Only Firestore stores null.
      guard childPlace.valueRule?.value != .drop, !isNull || service.kind == .firestore else {
        continue
      }
      let maskedKey = maskedKey(key, at: childPlace, in: service)
      rule = rule ?? childPlace.keyRule
      if rule != nil, !keys.insert(Array(maskedKey.utf8)).inserted { isAmbiguous = true }
      builder.setKey(maskedKey)
      if isNull {
        builder.appendNull()
        continue
      }
      append(child, at: childPlace, in: service, to: &builder)
    }
    if let rule, isAmbiguous { reportCollision(rule) }
  }

  /// Reports that two resources have the same masked address.
  mutating func reportCollision(at address: Address) {
    guard let rule = rules.rule(ofService: address.service, where: { $0.key != nil }) else {
      return
    }
    reportCollision(rule)
  }

  /// Reports that several resources share a masked value that must be unique.
  mutating func reportShared(at address: Address) {
    guard
      let rule = rules.rule(ofService: address.service, where: { $0.value?.isPseudonym == true })
    else { return }
    report(
      "the masks of \(address.service) give two accounts the same email address or phone number; "
        + "use \"keep-format\"",
      rule
    )
  }

  private mutating func reportCollision(_ rule: MaskRule) {
    report(
      "\(rule.pattern) gives two keys the same pseudonym with "
        + "\(rule.key.map { "key \($0)" } ?? "a mask"); use \"key hash\"",
      rule
    )
  }

  private mutating func appendValue(
    _ tree: Tree,
    at place: MaskScope,
    in service: Service,
    to builder: inout TreeBuilder
  ) {
    let mask = place.valueRule?.value ?? .keep
    switch mask {
    case .keep where tree.tag == .reference:
      return builder.append(reference(tree.string ?? "", in: service), tag: .reference)
    case .keep, .drop: return builder.append(tree)
    case .null: return builder.appendNull()
    case .hash, .fake, .keepFormat: break
    }
    if let number = tree.integer { return builder.append(pseudonyms.integer(number, mask)) }
    if let number = tree.double { return builder.append(pseudonyms.double(number, mask)) }
    if let digits = tree.decimal {
      return builder.appendDecimal(pseudonyms.pseudonym(for: digits, .keepFormat))
    }
    // A constant Boolean value reveals nothing.
    if tree.bool != nil { return builder.append(false) }
    guard let text = tree.string else { return builder.append(tree) }
    if let value = maskedValue(text, at: place, in: service) { return builder.append(value) }
    switch tree.tag {
    case .timestamp: builder.append(pseudonyms.timestamp(text), tag: .timestamp)
    case .bytes: builder.append(pseudonyms.base64(text), tag: .bytes)
    case .reference: builder.append(reference(text, mask, in: service), tag: .reference)
    default:
      builder.append(
        pseudonyms.pseudonym(for: text, mask.usable(for: text, of: service.kind)),
        tag: tree.tag
      )
    }
  }

  /// Returns the masked JSON of a Remote Config value, or nil if the value is a string.
  private mutating func maskedValue(
    _ text: String,
    at place: MaskScope,
    in service: Service
  ) -> String? {
    guard service.valueType != .string,
      let tree = TreeParser.parse(Array(text.utf8), named: "value", as: .json).tree
    else { return nil }
    var builder = TreeBuilder()
    // The keys of the JSON are data, even if they are named like the settings of a parameter.
    append(
      tree,
      at: place.child("value"),
      in: Service(name: service.name, kind: service.kind),
      to: &builder
    )
    return try? JSONWriter(.compact).write(builder.finish())
  }

  /// Returns a reference to a document, with the masked keys of the document's address.
  private mutating func reference(_ path: String, in service: Service) -> String {
    // In the full name of a document in another database, the path follows `/documents/`.
    let start = path.firstRange(of: "/documents/")?.upperBound ?? path.startIndex
    let keys = path[start...].split(separator: "/").map(String.init)
    return path[..<start]
      + pseudonymize(Address(service: service.name, path: TreePath(keys))).path.components
      .joined(separator: "/")
  }

  /// Returns a masked reference; if the document's address is not masked, its identifier is
  /// replaced.
  private mutating func reference(_ path: String, _ mask: Mask, in service: Service) -> String {
    let masked = reference(path, in: service)
    var keys = path.split(separator: "/").map(String.init)
    guard masked == path, let last = keys.popLast() else { return masked }
    return (keys + [pseudonyms.key(last, mask, in: service.kind)]).joined(separator: "/")
  }

  // MARK: Geographical points

  private func geopointRule(_ tree: Tree, at place: MaskScope) -> MaskRule? {
    let rules = [place.valueRule] + tree.children.map { place.child($0.key ?? "").valueRule }
    return rules.compactMap(\.self).first { $0.value != .keep }
  }

  private func appendGeopoint(_ tree: Tree, _ rule: MaskRule, to builder: inout TreeBuilder) {
    guard rule.value?.isPseudonym == true else { return builder.appendNull() }
    let (latitude, longitude) = pseudonyms.coordinates(
      latitude: tree["latitude"]?.number ?? 0,
      longitude: tree["longitude"]?.number ?? 0
    )
    builder.beginMap(tag: .geopoint)
    builder.setKey("latitude")
    builder.append(latitude)
    builder.setKey("longitude")
    builder.append(longitude)
    builder.endContainer()
  }
}

extension ObjectMetadata {
  /// The metadata keys that are needed to display an object and are not personal.
  static let unmaskedKeys: Set<String> = [
    "contentType", "cacheControl", "contentEncoding", "contentLanguage",
  ]
}

extension Tree {
  fileprivate var number: Double? { double ?? integer.map(Double.init) }

  /// A Boolean value indicating whether the tree contains a reference, which may contain masked
  /// keys.
  fileprivate var mayHoldReferences: Bool {
    tag == .reference || children.contains { $0.mayHoldReferences }
  }
}
