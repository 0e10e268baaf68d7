package import TaneCore
package import TaneProject
import TaneSwiftSource

/// The options for reading an environment's data.
package struct LiveDataOptions: Sendable {
  /// The number of children of a list or map to read, evenly distributed, or nil for all.
  package var sample: Int?
  /// The maximum number of values to read, or nil for no limit.
  package var limit: Int?

  package init(sample: Int? = nil, limit: Int? = nil) {
    (self.sample, self.limit) = (sample, limit)
  }
}

/// A reader of the data that mapping rules match in an environment, up to a limit.
package struct LiveDataReader {
  let mappings: Mappings
  let readers: EnvironmentReaders
  /// The Firestore database of the environment, for references between documents.
  let database: DocumentDatabaseName?
  let options: LiveDataOptions

  var data: CheckedData
  private var valueCount = 0
  /// The sampled nodes, each with the number of children that were read and the total number of
  /// children.
  private var samples: [(address: Address, read: Int, of: Int)] = []
  private(set) var isExhausted = false

  init(
    of mappings: Mappings,
    in readers: EnvironmentReaders,
    scope: [Address],
    database: DocumentDatabaseName?,
    options: LiveDataOptions
  ) {
    (self.mappings, self.readers, self.options) = (mappings, readers, options)
    self.database = database
    data = CheckedData(scope: scope)
  }

  /// Reads the data in an environment that rules match.
  package static func data(
    of environment: ProjectEnvironment,
    _ mappings: Mappings,
    scope: [Address] = [],
    options: LiveDataOptions,
    reportingTo reporter: any OperationReporter
  ) async throws -> CheckedData {
    let profile = environment.profile
    let reading = LiveDataReader(
      of: mappings,
      in: try environment.readers().withoutReservedData(of: profile),
      scope: scope,
      database: profile.documentDatabase,
      options: options
    )
    return try await reporter.withProgress("reading \(profile.name)") { try await reading.run() }
  }

  /// Reads the data that rules match.
  func run() async throws -> CheckedData {
    var reading = self
    for rule in mappings.rules {
      for kind in CheckDataCollectors.all where kind.isNamed(by: rule) {
        try await kind.read(rule, by: &reading)
      }
    }
    for kind in CheckDataCollectors.all { try await kind.recordUnmappedData(by: &reading) }
    return reading.finished()
  }

  /// Reads the nodes of a database that a rule matches.
  mutating func readNodes(_ rule: MappingRule, from reader: any TreeReader) async throws {
    let steps = rule.pattern.pattern.description.split(separator: "/").map(String.init)
    let count = data.nodes.count
    try await read(rule, steps[...], at: .root, from: reader)
    guard data.nodes.count == count, scope.isEmpty, !isExhausted else { return }
    data.notChecked.append("\(rule.pattern): the environment has no matching values")
  }

  /// Adds the top-level children of a database that no rule matches to the skipped checks.
  mutating func recordUnmappedChildren(of name: String, from reader: any TreeReader) async throws {
    for key in try await reader.childKeys(at: .root) {
      let address = Address(service: name, path: TreePath([key]))
      guard isInScope(address), !mappings.isMapped(address) else { continue }
      data.notChecked.append("\(address): it has no mapping")
    }
  }

  private mutating func read(
    _ rule: MappingRule,
    _ steps: ArraySlice<String>,
    at path: TreePath,
    from reader: any TreeReader
  ) async throws {
    let address = Address(service: rule.pattern.service, path: path)
    guard isInScope(address), !isExhausted else { return }
    guard let step = steps.first else { return try await readNode(rule, address, from: reader) }
    guard step == "*" else {
      let key = PercentEncoding.decode(step)
      return try await read(rule, steps.dropFirst(), at: path.appending(key), from: reader)
    }
    for key in sample(try await reader.childKeys(at: path), of: address) {
      try await read(rule, steps.dropFirst(), at: path.appending(key), from: reader)
    }
  }

  /// Reads a node as a whole, or a list or map element by element if there is a sample or a limit.
  private mutating func readNode(
    _ rule: MappingRule,
    _ address: Address,
    from reader: any TreeReader
  ) async throws {
    let holdsElements = TypeReference(parsing: rule.type)?.element != nil
    guard holdsElements, options.sample != nil || options.limit != nil else {
      return add(try await reader.tree(at: address.path), rule, address)
    }
    let keys = try await reader.childKeys(at: address.path)
    let chosen = sample(keys, of: address)
    guard chosen.count < keys.count || options.limit != nil else {
      return add(try await reader.tree(at: address.path), rule, address)
    }
    for (count, key) in chosen.enumerated() {
      guard !isExhausted else { return recordSample(count, of: keys.count, at: address) }
      let path = address.path.appending(key)
      let element = Address(service: address.service, path: path)
      add(try await reader.tree(at: path), rule, element, isElement: true)
    }
  }

  private mutating func add(
    _ tree: Tree,
    _ rule: MappingRule,
    _ address: Address,
    isElement: Bool = false
  ) {
    guard !tree.isNull else { return }
    let readBack = tree.readBackForm()
    add(.init(rule: rule, address: address, tree: readBack, isElement: isElement))
  }

  /// Adds a node, and stops reading if the limit is reached.
  mutating func add(_ node: CheckedData.Node) {
    valueCount += node.tree.leafCount
    if let limit = options.limit, valueCount >= limit { isExhausted = true }
    data.nodes.append(node)
  }

  /// Returns an evenly distributed sample of the keys.
  private mutating func sample(_ keys: [String], of address: Address) -> [String] {
    guard let sample = options.sample, sample < keys.count else { return keys }
    recordSample(sample, of: keys.count, at: address)
    return (0..<sample).map { keys[$0 * keys.count / sample] }
  }

  private mutating func recordSample(_ read: Int, of count: Int, at address: Address) {
    samples.removeAll { $0.address == address }
    samples.append((address, read, count))
  }

  var scope: [Address] { data.scope }

  func isInScope(_ address: Address) -> Bool { data.isInScope(address) }

  private consuming func finished() -> CheckedData {
    data.extent =
      "\(counted(valueCount, "value")) in \(counted(data.nodes.count, "node"))"
      + " of the environment"
    for sample in samples {
      data.notChecked.append(
        "\(sample.address): read only \(sample.read.grouped) of "
          + "\(counted(sample.of, "child", plural: "children")), so it is unknown whether the "
          + "database returns a list or a map"
      )
    }
    if isExhausted, let limit = options.limit {
      data.notChecked.append("everything after the first \(counted(limit, "value")) (--limit)")
    }
    return data
  }
}
