import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that reads a request from its input and prints the response; `tane` runs it to parse
/// Swift sources.
///
/// It is a separate program, so that users who never check types do not compile a Swift parser.
@main
enum SwiftReader {
  private static let usage = """
    tane-swift-reader: reads Swift sources for tane, which starts it when needed.
    It takes no arguments. Input: {"format":N,"texts":["struct Shop: Codable {}"]}. Output: the
    declarations in the texts, in format N.
    """

  static func main() {
    guard CommandLine.arguments.count == 1 else { printAndExit(usage, status: 64) }
    do {
      let request = try bytes(of: .standardInput)
      let answer = try ReaderService.answer(to: request, reading: makeProgressHandler())
      alarm(0)
      try FileDescriptor.standardOutput.writeAll(answer)
    } catch is DecodingError {
      printAndExit("tane-swift-reader: the input is not a request", status: 64)
    } catch {
      printAndExit("tane-swift-reader: \(error)", status: 2)
    }
  }

  private static func printAndExit(_ message: String, status: Int32) -> Never {
    // If standard error is closed, the message cannot be delivered.
    _ = try? FileDescriptor.standardError.writeAll("\(message)\n".utf8)
    exit(status)
  }

  /// Returns a closure to call before each text is parsed: it limits parsing to a minute, because
  /// deeply nested brackets could take years, and writes the text's index to the output file in
  /// case the parser does not return.
  private static func makeProgressHandler() -> (Int) -> Void {
    var status = stat()
    let isEmptyFile =
      fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
    return { index in
      alarm(60)
      // The response, which is longer than any index, overwrites the index.
      if isEmptyFile { pwrite(STDOUT_FILENO, "\(index)", "\(index)".utf8.count, 0) }
    }
  }

  private static func bytes(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try descriptor.read(into: buffer)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
