package import TaneCore

/// What a comparison found: the one value that every rendering is made from.
package struct DifferenceDocument {
  /// What was compared, which decides how things are worded.
  package enum Subject: Equatable {
    /// Files or folders.
    case files
    /// An environment against what fixtures say of it.
    case fixtures
    /// Two environments.
    case environments
    /// What a plan writes to an environment.
    case plan
  }

  package let subject: Subject
  /// What the old side is called.
  package let left: String
  /// What the new side is called.
  package let right: String
  /// What differs.
  package let difference: Difference
  package let counts: DifferenceCounts
  /// What differs or is planned, in numbers.
  package private(set) var sentence = ""
  /// What a plan does not write, because somebody else wrote what it would replace.
  package private(set) var withheld: [WithheldChange] = []
  /// What else is to be known of a plan.
  package private(set) var notes: [String] = []
  private var prunes: Bool?

  package var isEmpty: Bool { counts.total == 0 }

  package init(_ difference: Difference, _ subject: Subject, left: String, right: String) {
    (self.subject, self.left, self.right) = (subject, left, right)
    self.difference = difference
    counts = DifferenceCounts(of: difference, countsObjects: subject != .files)
    sentence = DifferenceSentences(self).text
  }

  /// Shows what a plan writes to an environment.
  package init(_ plan: Plan, of environment: String, notes: [String]) {
    self.init(plan.made, .plan, left: environment, right: "fixtures")
    (withheld, prunes, self.notes) = (plan.withheld, plan.prunes, notes)
    sentence = PlanSentence.text(of: plan)
  }

  /// The trees, in the form for people.
  package var parts: [DifferencePart] {
    guard let prunes else { return difference.parts { $0.form() } }
    return difference.resources.lazy.filter { !$0.isObject }.map {
      DifferencePart($0, prunes: prunes)
    }
  }

  /// The trees as they are written, lists by their indices: what patches are made from.
  package var writtenParts: [DifferencePart] { difference.parts(\.written) }

  /// The objects that differ.
  package var objects: [ResourceDifference] { difference.objects }
}

extension Difference {
  /// The trees that were compared, in a form.
  package func parts(
    _ form: (ResourceDifference) -> ResourceDifference.Form
  ) -> [DifferencePart] {
    resources.lazy.filter { !$0.isObject }.map { DifferencePart($0, form($0)) }
  }

  /// The objects that differ.
  package var objects: [ResourceDifference] { resources.filter { $0.isObject && !$0.isEmpty } }

  /// Hands over what a seed does to each service: its differences one by one, and its objects.
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
