public import TaneCore

/// Checks whether a type can decode data, and reports all faults at once.
///
/// The type decodes itself as in the app, so values that decode in the app cause no errors here. If
/// decoding fails, the type decodes itself again with stand-ins for the failed values, so that it
/// requests its remaining values; errors that it catches are ignored. The report lists data that
/// could not be checked. As in the app, a type whose `init(from:)` traps terminates the process.
///
/// ```swift
/// let address = Address(service: "shops", path: "/shops")
/// let report = check([Shop].self, in: tree, at: address)
/// report.findings.forEach { print($0) }
/// ```
///
/// - Parameters:
///   - type: The type that reads the data.
///   - tree: The data at the address, as written.
///   - address: The address of the data, used in findings.
///   - options: The options of the check.
/// - Returns: The findings: errors for data that the type cannot read, then warnings and notes from
///   each of the additional checks.
public func check<Value: Decodable>(
  _ type: Value.Type,
  in tree: Tree,
  at address: Address = Address(service: "data", path: .root),
  options: MappingCheckOptions = MappingCheckOptions()
) -> MappingReport {
  MappingCheck<Value>(tree, at: address, options: options).report()
}

/// A check of one type against data.
private struct MappingCheck<Value: Decodable> {
  private let address: Address
  private let options: MappingCheckOptions
  private let document: DocumentOrigin?
  private let model: ReadBackModel
  private let catalogue = TypeCatalogue()

  init(_ tree: Tree, at address: Address, options: MappingCheckOptions) {
    self.address = address
    self.options = options
    let model = options.model(for: address)
    self.model = ReadBackModel(tree, model: model)
    document = model == .firestore ? DocumentOrigin(address) : nil
  }

  func report() -> MappingReport {
    let run = CheckRun<Value>(
      model.read,
      options: options,
      document: document,
      catalogue: catalogue
    )
    run.run()
    var assembly = FindingAssembly(address: address, model: model, decoder: options.decoder)
    run.faults.forEach { assembly.add($0) }
    var report = MappingReport(
      findings: assembly.findings,
      notChecked: run.notChecked,
      valueCount: model.leafCount
    )
    addVisits(below: run.root, except: assembly.explained, to: &report)
    addRoundTrip(of: run, to: &report)
    if let coverage = run.coverage { report.findings += coverage.findings(at: address) }
    return report
  }

  /// Adds the names of the types that decoded data, and the findings about keys that they did not
  /// read.
  private func addVisits(
    below root: Visit?,
    except explained: Set<UnreadKeys.KeyLocation>,
    to report: inout MappingReport
  ) {
    var types = TypeNames(Value.self)
    var unread = UnreadKeys(
      address: address,
      decoder: options.decoder,
      catalogue: catalogue,
      explained: explained
    )
    let reportsUnreadKeys = options.extras.contains(.unreadKeys)
    root?.forEach { visit in
      types.note(visit)
      if reportsUnreadKeys { unread.note(visit) }
    }
    report.typeNames = types.names
    report.findings += unread.findings
  }

  private func addRoundTrip(of run: CheckRun<Value>, to report: inout MappingReport) {
    guard options.extras.contains(.roundTrip), run.faults.isEmpty,
      let value = run.value as? any Encodable
    else { return }
    guard document == nil else {
      let clause =
        "whether values are written back unchanged: documents are written by Firestore's own "
        + "encoder"
      return report.notChecked.append(clause)
    }
    guard let encoder = options.encoder ?? TreeEncoder(matching: options.decoder) else {
      report.notChecked.append(
        "whether values are written back unchanged: the decoder has custom strategies"
      )
      return
    }
    do {
      let written = ReadBackModel(try encoder.encode(value), model: options.model(for: address))
        .read
      var trip = RoundTrip(address: address)
      trip.compare(model.read, written, run.root)
      report.findings += trip.findings
    } catch {
      report.notChecked.append("whether values are written back unchanged: \(error)")
    }
  }
}

/// The names of the checked type and of the other types that read data, except collections and
/// optionals.
private struct TypeNames {
  private(set) var names: Set<String>
  private var seen: Set<ObjectIdentifier> = []
  private var last: ObjectIdentifier?

  init(_ type: any Any.Type) { names = [TypeName.text(of: type)] }

  mutating func note(_ visit: Visit) {
    guard let owner = visit.owner, last != ObjectIdentifier(owner) else { return }
    last = ObjectIdentifier(owner)
    guard seen.insert(ObjectIdentifier(owner)).inserted,
      !(owner is any CheckedContainer.Type)
    else { return }
    names.insert(TypeName.text(of: owner))
  }
}
