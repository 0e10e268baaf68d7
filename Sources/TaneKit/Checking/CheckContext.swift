package import TaneProject

/// The project that an operation checks, and where it reports its progress.
package struct CheckContext: Sendable {
  package let project: Project
  /// The variables of the process.
  package let variables: [String: String]
  package let reporter: any OperationReporter

  package init(
    _ project: Project,
    variables: [String: String],
    reportingTo reporter: any OperationReporter
  ) {
    self.project = project
    self.variables = variables
    self.reporter = reporter
  }
}
