import TaneCore

/// A rendering of the number of differences in each top-level node.
///
/// ```
/// shops:/shops                   ~ 2 change  - 1 extra
/// images:/user_images  + 3 add
/// ```
package struct DifferenceSummaryRendering: DifferenceRendering {
  package let style: Style

  package init(style: Style) { self.style = style }

  /// The maximum number of groups shown; if there are more, the groups with the most differences
  /// are shown.
  private static let maximumShownPlaces = 50

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let all = DifferenceGroups(document).groups
    let groups = all.count > Self.maximumShownPlaces ? Self.largest(of: all) : all
    let kinds = Change.Kind.allCases.filter { document.counts[$0] > 0 }
    let rows = groups.map { group in kinds.map { Self.cell($0, group.counts[$0]) } }
    let widths = kinds.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    let placeWidth = groups.map { DisplayWidth.of($0.place) }.max() ?? 0
    for (group, row) in zip(groups, rows) {
      let cells = zip(row, widths).map { DisplayWidth.padded($0, to: $1) }
      let place = style.bold(DisplayWidth.padded(group.place, to: placeWidth))
      let line = ([place] + cells).joined(separator: "  ")
      sink(String(line.reversed().drop { $0 == " " }.reversed()) + "\n")
    }
    if all.count > groups.count {
      sink(style.dim("… and \(counted(all.count - groups.count, "more node"))".localized) + "\n")
    }
    if !document.isEmpty { sink("\n") }
    sink(document.sentence.localized + "\n")
  }

  private static func largest(of groups: [DifferenceGroups.Group]) -> [DifferenceGroups.Group] {
    Array(groups.sorted { $0.counts.total > $1.counts.total }.prefix(maximumShownPlaces))
  }

  private static func cell(_ kind: Change.Kind, _ count: Int) -> String {
    count == 0 ? "" : "\(kind.symbol) \("\(count.grouped) \(kind.verb)".localized)"
  }
}
