package import TaneProject

/// The context of a check: the project, the environment variables, and a receiver of progress.
package struct CheckContext: Sendable {
  package let project: Project
  /// The environment variables for profiles and tools.
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
