import Foundation

/// A load of as many requests as a server can answer, made by `wrk` over persistent connections.
struct RequestLoad {
  let url: String
  /// A wrk script that creates the requests; without it, they are GET requests of the URL.
  var script: URL?
  let connections: Int
  let seconds: Int

  /// Runs the load, and returns the number of responses per second.
  func run() throws -> Double {
    var arguments = ["-t1", "-c\(connections)", "-d\(seconds)s"]
    if let script { arguments += ["-s", script.path] }
    let output = try ChildProcess(program: "wrk", arguments: arguments + [url]).run().output
    let lines = output.split(separator: "\n")
    let problem = lines.first { $0.contains("Non-2xx") || $0.contains("Socket errors") }
    if let problem { throw BenchmarkError("\(url): \(problem)") }
    let line = lines.first { $0.hasPrefix("Requests/sec:") }
    guard let rate = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
      throw BenchmarkError("wrk printed no rate: \(output)")
    }
    return rate
  }

  /// A script that puts a small object, different each time, at 1,000 locations in turn.
  static let puts = """
    wrk.method = "PUT"
    wrk.headers["Content-Type"] = "application/json"
    local count = 0
    request = function()
      count = count + 1
      local body = string.format('{"name":"ramen","price":%d}', count)
      return wrk.format(nil, string.format("/items/%d.json", count % 1000), nil, body)
    end

    """
}
