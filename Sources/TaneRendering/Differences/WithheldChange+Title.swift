package import TaneCore

extension WithheldChange.Reason {
  /// The heading of the changes that are withheld for this reason.
  package var title: String {
    switch self {
    case .editedByHand:
      "not overwritten: changed in the environment since the last seed, but not in the fixtures"
    case .conflict:
      "conflict: changed both in the environment and in the fixtures since the last seed"
    case .unknownOrigin:
      "conflict: the environment has a different value, of unknown origin"
    }
  }
}
