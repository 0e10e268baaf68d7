import CLibFuzzer

/// Runs libFuzzer, which calls a check with one input after another.
public enum Fuzzer {
  /// Runs a check with the options and corpora of the command line, and returns the exit code.
  public static func run(_ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return withUnsafeMutablePointer(to: &arguments) { arguments in
      arguments.withMemoryRebound(
        to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self,
        capacity: 1
      ) { LLVMFuzzerRunDriver(&count, $0, check) }
    }
  }
}
