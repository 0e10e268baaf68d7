/// The source of fixtures: the project's files, and the evaluator of their tags.
struct FixtureSource {
  let project: Project
  let evaluator: FixtureEvaluator

  init(_ project: Project, _ run: FixtureRun) {
    self.project = project
    evaluator = FixtureEvaluator(run, reading: IncludedFiles(project: project).read)
  }
}
