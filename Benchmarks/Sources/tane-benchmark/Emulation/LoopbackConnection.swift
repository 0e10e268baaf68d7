import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection to a server on this machine that uses the system's sockets directly.
final class LoopbackConnection {
  let descriptor: Int32

  /// Connects to a port; throws if no program listens on it.
  init(port: Int) throws {
    descriptor = try Self.makeSocket()
    var address = Self.address(port: port)
    let status = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw BenchmarkError("nobody listens on port \(port)") }
  }

  deinit { close(descriptor) }

  /// Returns a port on which no program listens.
  static func freePort() throws -> Int {
    let descriptor = try makeSocket()
    defer { close(descriptor) }
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard status == 0 else { throw BenchmarkError("no port is free: \(errno)") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Sends all bytes.
  func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        guard count > 0 else { throw BenchmarkError("the server has closed: \(errno)") }
        sent += count
      }
    }
  }

  /// Waits for bytes, and returns the number of received bytes.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    guard count > 0 else { throw BenchmarkError("the server has closed: \(errno)") }
    return count
  }

  private static func makeSocket() throws -> Int32 {
    #if canImport(Glibc) || canImport(Musl)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw BenchmarkError("no more connections: \(errno)") }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    return descriptor
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

extension LoopbackConnection {
  /// Sends a request, and returns the number of bytes in the response's body; throws if the status
  /// is not 200.
  @discardableResult
  func request(_ method: String, _ target: String, body: String = "") throws -> Int {
    try send(Array((head(method, target, body.utf8.count) + body).utf8))
    return try answer()
  }

  /// Puts a file's contents in chunks, because this process must stay small.
  func put(_ file: URL, to target: String) throws {
    let input = try FileHandle(forReadingFrom: file)
    defer { try? input.close() }
    let size = try input.seekToEnd()
    try input.seek(toOffset: 0)
    try send(Array(head("PUT", target, Int(size)).utf8))
    while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
      try send(Array(piece))
    }
    _ = try answer()
  }

  private func head(_ method: String, _ target: String, _ length: Int) -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n"
  }

  /// Reads a response, and returns the number of bytes in its body.
  private func answer() throws -> Int {
    var answer: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    let end = Array("\r\n\r\n".utf8)
    while true {
      answer.append(contentsOf: buffer[..<(try receive(into: buffer))])
      guard let range = answer.firstRange(of: end) else { continue }
      let head = String(decoding: answer[..<range.lowerBound], as: UTF8.self)
      let length = try Self.bodyLength(of: head)
      var missing = length - (answer.count - range.upperBound)
      while missing > 0 { missing -= try receive(into: buffer) }
      return length
    }
  }

  private static func bodyLength(of head: String) throws -> Int {
    let lines = head.split(separator: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
    guard head.hasPrefix("HTTP/1.1 200"),
      let length = length?.split(separator: " ").last.flatMap({ Int($0) })
    else { throw BenchmarkError("no success: \(lines.first ?? "")") }
    return length
  }
}
