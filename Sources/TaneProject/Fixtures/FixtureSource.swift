import TaneFixtureLanguage

/// What fixtures are read from: the project's files, and what evaluates the tags in them.
struct FixtureSource {
  let project: Project
  let evaluator: FixtureEvaluator

  init(_ project: Project, _ run: FixtureRun) {
    self.project = project
    evaluator = FixtureEvaluator(run, reading: IncludedFiles(project: project).read)
  }
}
