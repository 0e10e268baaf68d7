import TaneCore

/// What all frames of one decoding share.
final class DecodingSession {
  let options: TreeDecoder
  let address: Address?
  /// Where documents of Firestore stand, whose decoder has rules of its own; nil for other data.
  let document: DocumentOrigin?
  /// Whether coding keys are the maps' keys as they stand.
  let usesKeysAsTheyAre: Bool
  /// Whether somebody wants to know which type is decoding what.
  let isChecked: Bool
  /// The collection of every fault; nil where the first one ends the decoding.
  let diagnosis: Diagnosis?
  /// What the data hold of the types' optional properties and cases, where that is counted.
  let coverage: Coverage?
  /// Gets each value that a type is about to read from the data.
  let reading: ((String?, String, String, TreePath) -> Void)?
  /// The frame of the type that is decoding itself now, where the decoding is checked.
  var current: TreeFrame?

  init(options: TreeDecoder, address: Address?) {
    self.options = options
    self.address = address
    usesKeysAsTheyAre = options.usesKeysAsTheyAre
    document = address.flatMap {
      $0.service == Address.firestore ? DocumentOrigin($0) : nil
    }
    isChecked = false
    diagnosis = nil
    coverage = nil
    reading = nil
  }

  init(
    options: TreeDecoder,
    document: DocumentOrigin?,
    diagnosis: Diagnosis?,
    coverage: Coverage?,
    reading: ((String?, String, String, TreePath) -> Void)?
  ) {
    self.options = options
    self.document = document
    address = nil
    usesKeysAsTheyAre = options.usesKeysAsTheyAre
    isChecked = true
    self.diagnosis = diagnosis
    self.coverage = coverage
    self.reading = reading
  }
}

extension TreeDecoder {
  fileprivate var usesKeysAsTheyAre: Bool {
    if case .useDefaultKeys = keyDecodingStrategy { true } else { false }
  }
}
