import ArgumentParser

/// A modified copy of a generated tree, named after its share of changes.
enum SampleTwin: String, CaseIterable, ExpressibleByArgument {
  /// The same bytes.
  case same = "m0"
  case tenthPercent = "m0.1"
  case onePercent = "m1"
  case twentyPercent = "m20"
  /// The same values, with the keys of every map shuffled.
  case shuffled = "mk"

  var changedPercent: Double {
    switch self {
    case .same, .shuffled: 0
    case .tenthPercent: 0.1
    case .onePercent: 1
    case .twentyPercent: 20
    }
  }

  /// A Boolean value indicating whether the values differ from the original.
  var isDifferent: Bool { changedPercent > 0 }

  /// A Boolean value indicating whether the text differs from the original.
  var isDifferentText: Bool { self != .same }
}
