import SystemPackage
import TaneProject
import Testing

@Suite("Projects")
struct ProjectTests {
  @Test("A project is the nearest folder upwards that contains environments/")
  func locate() {
    let demo = DemoFiles(["Sources/App/Main.swift": ""])
    #expect(Project.locate(from: "/demo/Sources/App", files: demo.files)?.root == "/demo")
    #expect(Project.locate(from: "/demo", files: demo.files)?.root == "/demo")
    #expect(Project.locate(from: "/", files: demo.files) == nil)
    #expect(Project.locate(from: "/elsewhere", files: demo.files) == nil)
  }

  @Test("A folder where environments is a file is not a project")
  func fileInPlace() {
    let demo = DemoFiles(["inner/environments": "not a folder"])
    #expect(Project.locate(from: "/demo/inner", files: demo.files)?.root == "/demo")
  }

  @Test("A project has folders for environments, fixtures and state")
  func folders() {
    let project = DemoFiles().project
    #expect(project.environmentsDirectory == "/demo/environments")
    #expect(project.fixturesDirectory == "/demo/fixtures")
    #expect(project.stateDirectory == "/demo/.tane")
  }
}
