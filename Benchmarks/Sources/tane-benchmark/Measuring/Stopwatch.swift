#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Measures the total time of several intervals of this process.
struct Stopwatch {
  private(set) var wall = 0.0
  /// The processor time of all threads.
  private(set) var processor = 0.0

  mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
    start()
    let result = try body()
    stop()
    return result
  }

  /// Begins an interval, which `stop()` ends.
  mutating func start() {
    wall -= Self.seconds(of: CLOCK_MONOTONIC)
    processor -= Self.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
  }

  mutating func stop() {
    processor += Self.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
    wall += Self.seconds(of: CLOCK_MONOTONIC)
  }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
