import TestSupport
import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("The folder of profiles")
struct ProfileFolderTests {
  @Test("All problems of all profiles are found in one run")
  func allProblems() {
    var demo = DemoFiles([
      "environments/broken.yaml": "guard: open\n\tproject: x\n",
      "environments/list.yaml": "- a\n",
      "environments/folder.yaml/inner.txt": "",
      "environments/twice.yaml": "guard: open", "environments/twice.yml": "guard: open",
      "environments/notes.txt": "", "environments/README.md": "", "environments/.DS_Store": "",
      "environments/README.yaml": "nope: 1",
      "environments/local.yaml~": "",
    ])
    demo.files.deny("/demo/environments/secret.yaml", "permission denied")
    demo.files.link("/demo/environments/gone.yaml", to: "nowhere.yaml")
    #expect(
      demo.profiles().messages == [
        "environments/broken.yaml:2:1: error: YAML cannot be indented with tabs; use spaces"
          + " [yaml-syntax]",
        "environments/folder.yaml: error: \"environments/folder.yaml\" is a folder; expected a "
          + "profile [not-a-file]",
        "environments/gone.yaml: error: this link is broken [unusable-link]",
        "environments/list.yaml:1:1: error: expected a map of settings, found a list [wrong-type]",
        "environments/notes.txt: warning: \"notes.txt\" is not a profile: the names of profiles "
          + "end in .yaml [unexpected-file]",
        "environments/secret.yaml: error: this file cannot be read: permission denied"
          + " [unreadable-file]",
        """
        environments/twice.yml: error: the environment "twice" has two files; remove one of them \
        [duplicate-environment]
        environments/twice.yaml: note: the other one
        """,
      ]
    )
  }

  @Test("A missing folder of profiles is one finding and no environment")
  func missingFolder() {
    let profiles = EnvironmentProfiles.load(
      from: Project(root: "/", files: InMemoryFiles()),
      variables: [:]
    )
    let finding =
      "environments: error: the project has no \"environments\" folder: add one with a profile,"
      + " such as environments/local.yaml [missing-folder]"
    #expect(profiles.messages == [finding])
    let error = #expect(throws: EnvironmentError.self) { try profiles.profile(named: "local") }
    #expect(
      error?.description
        == "no environment \"local\" in environments/ (known: none)\n\(finding)"
    )
  }
}
