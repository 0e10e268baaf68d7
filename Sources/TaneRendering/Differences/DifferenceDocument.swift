package import TaneCore

/// The result of a comparison or a plan, independent of the output format.
package struct DifferenceDocument {
  /// The kind of comparison, which determines the wording.
  package enum Subject: Equatable {
    /// Files or folders.
    case files
    /// An environment compared with fixtures.
    case fixtures
    /// Two environments compared with each other.
    case environments
    /// The changes of a plan to an environment.
    case plan
  }

  package let subject: Subject
  /// The name of the old side.
  package let left: String
  /// The name of the new side.
  package let right: String
  package let difference: Difference
  package let counts: DifferenceCounts
  /// A sentence with the number of differences or planned changes.
  package private(set) var sentence = ""
  /// The changes that a plan omits because they would overwrite manual edits or values of unknown
  /// origin.
  package private(set) var withheld: [WithheldChange] = []
  /// Further notes on a plan.
  package private(set) var notes: [String] = []
  private var prunes: Bool?

  package var isEmpty: Bool { counts.total == 0 }

  package init(_ difference: Difference, _ subject: Subject, left: String, right: String) {
    (self.subject, self.left, self.right) = (subject, left, right)
    self.difference = difference
    counts = DifferenceCounts(of: difference, countsObjects: subject != .files)
    sentence = DifferenceSentences(self).text
  }

  /// Creates a document for the changes of a plan.
  package init(_ plan: Plan, of environment: String, notes: [String]) {
    self.init(plan.made, .plan, left: environment, right: "fixtures")
    (withheld, prunes, self.notes) = (plan.withheld, plan.prunes, notes)
    sentence = PlanSentence.text(of: plan)
  }

  /// The differences of each tree in the form that is shown to users.
  package var parts: [DifferencePart] {
    guard let prunes else { return difference.parts { $0.form() } }
    return difference.resources.lazy.filter { !$0.isObject }.map {
      DifferencePart($0, prunes: prunes)
    }
  }

  /// The differences of each tree in the form for patches, in which lists are compared by index.
  package var writtenParts: [DifferencePart] { difference.parts(\.written) }

  /// The differing objects.
  package var objects: [ResourceDifference] { difference.objects }
}

extension Difference {
  /// Returns the differences of each tree in the form that `form` selects.
  package func parts(
    _ form: (ResourceDifference) -> ResourceDifference.Form
  ) -> [DifferencePart] {
    resources.lazy.filter { !$0.isObject }.map { DifferencePart($0, form($0)) }
  }

  /// The differing objects.
  package var objects: [ResourceDifference] { resources.filter { $0.isObject && !$0.isEmpty } }

  /// Calls a closure for each service with the changes that a seed makes to its trees and objects.
  package func forEachService(
    prunes: Bool,
    _ body: (_ parts: [DifferencePart], _ objects: [ResourceDifference]) throws -> Void
  ) rethrows {
    var rest = resources[...]
    while let service = rest.first?.address.service {
      let own = rest.prefix { $0.address.service == service }
      rest = rest.dropFirst(own.count)
      try body(
        own.lazy.filter { !$0.isObject }.map { DifferencePart($0, prunes: prunes) },
        own.filter { $0.isObject && !$0.isEmpty }
      )
    }
  }
}
