import TaneCore

/// The state that all frames of one decoding share.
final class DecodingSession {
  let options: TreeDecoder
  let address: Address?
  /// The origin of Firestore documents, which have additional decoding rules, or nil if the data is
  /// not from Firestore.
  let document: DocumentOrigin?
  /// A Boolean value indicating whether the keys of maps are used as coding keys unchanged.
  let usesDefaultKeys: Bool
  /// A Boolean value indicating whether types and requests are tracked.
  let isChecked: Bool
  /// The diagnosis that collects all faults, or nil if decoding ends at the first fault.
  let diagnosis: Diagnosis?
  /// The coverage of optional properties and enumeration cases, if requested.
  let coverage: Coverage?
  /// A function that is called before a type decodes a value, for tracing.
  let reading: ((String?, String, String, TreePath) -> Void)?
  /// The frame of the type whose `init(from:)` is running, if the decoding is checked.
  var current: TreeFrame?

  init(options: TreeDecoder, address: Address?) {
    self.options = options
    self.address = address
    usesDefaultKeys = options.usesDefaultKeys
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
    usesDefaultKeys = options.usesDefaultKeys
    isChecked = true
    self.diagnosis = diagnosis
    self.coverage = coverage
    self.reading = reading
  }
}

extension TreeDecoder {
  fileprivate var usesDefaultKeys: Bool {
    if case .useDefaultKeys = keyDecodingStrategy { true } else { false }
  }
}
