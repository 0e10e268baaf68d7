import NIOHPACK
import TaneCore
import TaneServices
import Testing

@testable import TaneEmulator

@Suite("gRPC framing")
struct GRPCFrameCodecTests {
  @Test("Framing yields the same messages wherever their bytes are split")
  func splits() throws {
    let messages: [[UInt8]] = [[1, 2, 3], [], Array(repeating: 7, count: 300)]
    let bytes = messages.flatMap(GRPCFrameCodec.frame)
    for split in 0...bytes.count {
      var framing = GRPCFrameCodec(limit: 1000)
      let first = try framing.take(bytes[..<split])
      #expect(try first + framing.take(bytes[split...]) == messages)
      #expect(!framing.isInsideFrame)
    }
    var framing = GRPCFrameCodec(limit: 1000)
    #expect(try bytes.flatMap { try framing.take(CollectionOfOne($0)) } == messages)
  }

  @Test("Compressed and oversized gRPC messages are rejected")
  func refusals() {
    func failure(_ bytes: [UInt8]) -> GoogleFailure? {
      var framing = GRPCFrameCodec(limit: 10 << 20)
      do throws(GRPCFrameCodec.Problem) {
        _ = try framing.take(bytes)
        return nil
      } catch {
        return GoogleFailure(error, limit: framing.limit)
      }
    }
    #expect(
      failure([1, 0, 0, 0, 1])
        == GoogleFailure(
          .unimplemented,
          "Compressed messages are not supported: expected grpc-encoding identity."
        )
    )
    #expect(
      failure([0, 1, 0, 0, 0])
        == GoogleFailure(
          .invalidArgument,
          "Request payload size exceeds the limit: 10,485,760 bytes; found 16,777,216."
        )
    )
    #expect(failure([0, 0, 0xA0, 0, 0]) == nil)
  }

  @Test("A gRPC status has a printable message and its details")
  func status() {
    var trailers = HPACKHeaders()
    GRPCStatus(failure: GoogleFailure(.notFound, "100 %: 麺\n")).add(to: &trailers)
    #expect(
      trailers == [
        "grpc-status": "5", "grpc-message": "100 %25: %E9%BA%BA%0A",
        "grpc-status-details-bin": "CAUSCzEwMCAlOiDpuroK",
      ]
    )
    trailers = HPACKHeaders()
    GRPCStatus(failure: nil).add(to: &trailers)
    #expect(trailers == ["grpc-status": "0"])
  }

  @Test("A long gRPC status message is shortened to fit into a header frame")
  func longStatus() {
    var trailers = HPACKHeaders()
    let message = String(repeating: "麺", count: 10_000)
    GRPCStatus(failure: GoogleFailure(.notFound, message)).add(to: &trailers)
    let size = trailers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    #expect(size < 8 * 1024)
    #expect(trailers.first(name: "grpc-message")?.hasSuffix("%E2%80%A6") == true)
  }
}
