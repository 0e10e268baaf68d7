import TaneCore

/// A check that decodes data as a type: first strictly and then, after a failure, again to collect
/// all faults.
final class CheckRun<Value: Decodable> {
  private let tree: Tree
  private let options: MappingCheckOptions
  private let document: DocumentOrigin?
  private let catalogue: TypeCatalogue

  /// The record of the type's requests, or nil if the data is a scalar.
  private(set) var root: Visit?
  /// The value, or nil if the type cannot read the data.
  private(set) var value: Value?
  /// The findings about data that the type cannot read.
  private(set) var faults: [PendingFinding] = []
  private(set) var notChecked: [String] = []
  /// The coverage of the data, if requested.
  private(set) var coverage: Coverage?

  init(
    _ tree: Tree,
    options: MappingCheckOptions,
    document: DocumentOrigin?,
    catalogue: TypeCatalogue
  ) {
    self.catalogue = catalogue
    self.tree = tree
    self.options = options
    self.document = document
  }

  /// Decodes the data strictly and, if there is a fault, again to collect all faults.
  func run() {
    do {
      value = try decode(with: nil)
    } catch {
      collectFaults(unless: error)
    }
  }

  private func decode(with diagnosis: Diagnosis?) throws -> Value {
    coverage = options.extras.contains(.coverage) ? Coverage(catalogue: catalogue) : nil
    let session = DecodingSession(
      options: options.decoder,
      document: document,
      diagnosis: diagnosis,
      coverage: coverage,
      reading: options.reading
    )
    root = tree.kind.isContainer ? Visit(tree, path: .root) : nil
    return try TreeFrame(root: tree, session: session, visit: root).value(of: Value.self)
  }

  /// Decodes with stand-ins for all failed values; if the first pass lacked a stand-in and could
  /// not finish a type, a second pass uses the values that the first one recorded.
  private func collectFaults(unless strict: any Error) {
    let learned = LearnedTypes(catalogue: catalogue)
    for _ in 0..<2 {
      let diagnosis = Diagnosis(learned: learned, maximumFindings: options.maximumFindings)
      collectFaults(strict, by: diagnosis)
      if diagnosis.incompleteTypes.isEmpty { return }
    }
  }

  private func collectFaults(_ strict: any Error, by diagnosis: Diagnosis) {
    faults = []
    do {
      value = try decode(with: diagnosis)
      faults = [unattributedFinding(strict)]
    } catch {
      let token = diagnosis.token(of: error)
      faults = token.map { diagnosis[$0].findings } ?? []
      if faults.isEmpty { faults = [unattributedFinding(error)] }
    }
    notChecked = diagnosis.incompleteTypes.clauses
    let limit = options.maximumFindings
    if diagnosis.isFull || faults.count > limit {
      faults = Array(faults.prefix(limit))
      notChecked.append("everything after the first \(counted(limit, "finding"))")
    }
  }

  /// Returns the finding for an error that cannot be attributed to a node below the root.
  private func unattributedFinding(_ error: any Error) -> PendingFinding {
    let session = DecodingSession(options: options.decoder, address: nil)
    return PendingFinding(refusing: TreeFrame(root: tree, session: session), Value.self, error)
  }
}
