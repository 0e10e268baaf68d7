import Foundation
import Testing

@Suite("tane env check")
struct EnvironmentCheckTests {
  @Test("reads from each service and says how long it took")
  func embedded() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("env", "check")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.dropFirst().first?.hasPrefix("= images  embedded:images  readable, ") == true)
    #expect(lines.dropFirst(2).first?.hasPrefix("= shops  embedded:shops  readable, ") == true)
    let clause = "Not checked: whether the services can be written; nothing is written to find out."
    #expect(lines.last.map(String.init) == clause)
  }

  @Test("tells what stands in the way of a service, and parts that name another project")
  func problems() async throws {
    let project = try TemporaryProject()
    try project.write(
      """
      project: demo-stg
      databases:
        shops: https://demo-stg.firebaseio.com
      accounts: demo-prd
      """,
      to: "environments/staging.yaml"
    )
    let result = try await project.tane("env", "check", "staging", "--json")
    #expect(result.status == 2)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    let services = try #require(document["services"] as? [[String: Any]])
    #expect(services.count == 1)
    #expect(services.first?["readable"] as? Bool == false)
    let problem = try #require(services.first?["problem"] as? String)
    #expect(problem.hasPrefix("no access: there are no credentials: "))
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(
      findings.first?["message"] as? String
        == "\"accounts\" is of the project \"demo-prd\", and \"project\" says \"demo-stg\";"
        + " correct one of them"
    )
    #expect(findings.first?["line"] as? Int == 4)
  }
}
