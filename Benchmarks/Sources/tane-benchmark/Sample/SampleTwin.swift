import ArgumentParser

/// A variant of the generated tree, named by its share of differences.
enum SampleTwin: String, CaseIterable, ExpressibleByArgument {
  /// The same bytes.
  case same = "m0"
  case tenthPercent = "m0.1"
  case onePercent = "m1"
  case twentyPercent = "m20"
  /// The same values, with the keys of every map in another order.
  case shuffled = "mk"

  var changedPercent: Double {
    switch self {
    case .same, .shuffled: 0
    case .tenthPercent: 0.1
    case .onePercent: 1
    case .twentyPercent: 20
    }
  }

  /// A Boolean value indicating whether a comparison of the values finds a difference.
  var isDifferent: Bool { changedPercent > 0 }

  /// A Boolean value indicating whether a comparison of the texts finds a difference.
  var isDifferentText: Bool { self != .same }
}
