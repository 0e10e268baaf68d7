import TaneCore

/// One walk of a type through data: strictly at first, and again for all faults if there is one.
final class CheckRun<Value: Decodable> {
  private let tree: Tree
  private let options: MappingCheckOptions
  private let document: DocumentOrigin?
  private let traps: TrapRecord
  private let catalogue: TypeCatalogue
  private var session: DecodingSession?

  /// What the type asked for.
  private(set) var root: Visit?
  /// The value, if the type can read the data.
  private(set) var value: Value?
  /// What the type cannot read.
  private(set) var faults: [PendingFinding] = []
  private(set) var notChecked: [String] = []
  /// What the data hold, where that is asked for.
  private(set) var coverage: Coverage?

  init(
    _ tree: Tree,
    options: MappingCheckOptions,
    document: DocumentOrigin?,
    traps: TrapRecord,
    catalogue: TypeCatalogue
  ) {
    self.catalogue = catalogue
    self.tree = tree
    self.options = options
    self.document = document
    self.traps = traps
  }

  /// The frame of the type that was decoding itself last.
  var current: TreeFrame? { session?.current }

  /// Leaves it at the traps: there are too many to walk around each.
  func giveUp() {
    faults = traps.findings
    notChecked = ["anything but traps, because \(counted(traps.count, "initializer")) trapped"]
  }

  /// Walks strictly; a type that is known to trap is only walked for its faults.
  func run() {
    guard traps.count == 0 else { return collectFaults(unless: nil) }
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
      coverage: coverage
    )
    self.session = session
    root = tree.kind.isContainer ? Visit(tree, path: .root) : nil
    return try TreeFrame(root: tree, session: session, visit: root).value(of: Value.self)
  }

  /// Walks on through every fault.
  ///
  /// Where a type of somebody's own was left because nothing could stand in for what failed, a second
  /// walk knows more values; and where a trap ends nothing but the type, values may be invented.
  private func collectFaults(unless strict: (any Error)?) {
    let learned = LearnedTypes(catalogue: catalogue)
    var diagnosis = Diagnosis(
      learned: learned,
      traps: traps,
      maximumFindings: options.maximumFindings
    )
    collectFaults(strict, by: diagnosis)
    guard !diagnosis.cutShort.isEmpty else { return }
    diagnosis = Diagnosis(
      learned: learned,
      traps: traps,
      maximumFindings: options.maximumFindings,
      inventsForAll: options.containsTraps
    )
    collectFaults(strict, by: diagnosis)
  }

  private func collectFaults(_ strict: (any Error)?, by diagnosis: Diagnosis) {
    faults = []
    do {
      value = try decode(with: diagnosis)
      if let strict { faults = [unexplained(strict)] }
    } catch {
      let token = diagnosis.token(of: error)
      faults = token.map { diagnosis[$0].findings } ?? []
      if faults.isEmpty { faults = [unexplained(error)] }
    }
    notChecked = diagnosis.cutShort.clauses
    let limit = options.maximumFindings
    if diagnosis.isFull || faults.count > limit {
      faults = Array(faults.prefix(limit))
      notChecked.append("what comes after \(counted(limit, "fault"))")
    }
  }

  /// The finding of a failure that no node explains.
  private func unexplained(_ error: any Error) -> PendingFinding {
    let session = DecodingSession(options: options.decoder, address: nil)
    return PendingFinding(refusing: TreeFrame(root: tree, session: session), Value.self, error)
  }
}
