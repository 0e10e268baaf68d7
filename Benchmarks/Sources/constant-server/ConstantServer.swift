import Hummingbird
import Logging

/// Serves a constant with Hummingbird and does nothing else, as a baseline for the emulator.
@main
struct ConstantServer {
  /// Serves on the port in the first argument until the process is ended.
  static func main() async throws {
    let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8000
    var logger = Logger(label: "constant-server")
    logger.logLevel = .error
    let router = Router()
    let constant = #"{"name":"ramen","price":900}"#
    router.get("constant.json") { _, _ in constant }
    let server = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger
    )
    try await server.runService()
  }
}
