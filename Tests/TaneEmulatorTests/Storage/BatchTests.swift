import Foundation
import HTTPTypes
import TaneCore
import TaneEmbedded
import TaneEmulator
import Testing

@Suite("Batch requests to Cloud Storage")
struct BatchTests {
  private func batch(_ fixture: StorageFixture, _ calls: [String]) async -> EmulatorResponse {
    let parts = calls.enumerated().map { index, call in
      "--==b==\r\nContent-Type: application/http\r\nContent-ID: <x+\(index)>\r\n\r\n\(call)\r\n"
    }
    return await fixture.send(
      .post,
      "/batch/storage/v1",
      ["Content-Type": #"multipart/mixed; boundary="==b==""#],
      text: parts.joined() + "--==b==--"
    )
  }

  @Test("Calls of a Cloud Storage batch are answered in order, as if sent alone")
  func calls() async throws {
    let fixture = try StorageFixture()
    try await fixture.put("x", at: "a/b")
    try await fixture.put("y", at: "c")
    let response = await batch(
      fixture,
      [
        "DELETE /storage/v1/b/images/o/a%2Fb HTTP/1.1\r\n\r\n",
        "PATCH http://localhost:9199/storage/v1/b/images/o/c HTTP/1.1\r\n"
          + "Content-Type: application/json\r\nContent-Length: 27\r\n\r\n"
          + #"{"metadata": {"k": "麺"}}"#,
        "DELETE /storage/v1/b/images/o/none HTTP/1.1\r\n",
      ]
    )
    #expect(response.status == .ok)
    #expect(response.header("Content-Type") == "multipart/mixed; boundary=batch_id-1")
    let parts = response.text.components(separatedBy: "--batch_id-1")
    #expect(parts.count == 5)
    #expect(
      parts[1] == "\r\nContent-Type: application/http\r\nContent-ID: <response-x+0>\r\n\r\n"
        + "HTTP/1.1 204 No Content\r\n\r\n\r\n"
    )
    #expect(parts[2].contains("HTTP/1.1 200 OK\r\n"))
    #expect(parts[3].contains("HTTP/1.1 404 Not Found\r\n"))
    #expect(parts[4] == "--\r\n")
    #expect(try await fixture.text(at: "a/b") == nil)
    let object = try await fixture.environment.bucket("images").object(at: "c")
    #expect(object?.metadata.custom == ["k": "麺"])
  }

  @Test("Malformed, nested and oversized Cloud Storage batches are rejected")
  func refusals() async throws {
    let fixture = try StorageFixture()
    #expect(await fixture.send(.post, "/batch/storage/v1").status == .badRequest)
    #expect(await fixture.send(.get, "/batch/storage/v1").status == .methodNotAllowed)
    #expect(await batch(fixture, ["nothing"]).status == .badRequest)
    #expect(await batch(fixture, ["POST /batch/storage/v1 HTTP/1.1\r\n\r\n"]).status == .badRequest)
    let many = Array(repeating: "GET /b HTTP/1.1\r\n\r\n", count: 101)
    #expect(
      await batch(fixture, many).json["error"]?["message"]?.string
        == "The batch has 101 calls; up to 100 are allowed."
    )
  }
}
