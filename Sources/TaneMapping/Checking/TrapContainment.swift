#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Runs code that may stop the program, so that it only stops the thread it runs on.
///
/// A failed precondition raises a signal on the thread that failed. The thread is parked there for
/// good, with whatever memory it holds, and whoever waits for it goes on. Traps of other threads go to
/// whoever handled them before; so do `abort()` and memory faults, which leave nothing to rely on.
enum TrapContainment {
  /// Runs a function on a thread of its own and waits for it.
  ///
  /// Returns whether it came to its end; false where it trapped. Where no thread can be had it runs on
  /// this one, uncontained.
  static func completes(_ body: @escaping () -> Void) -> Bool {
    let (key, _) = (threadKey, previousActions)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      body()
      return true
    }
    defer { ends.forEach { close($0) } }
    guard start(Work(body, key: key, reportingTo: ends[1])) else {
      body()
      return true
    }
    var answer: UInt8 = 0
    while read(ends[0], &answer, 1) < 0 && errno == EINTR {}
    return answer == Work.end
  }

  /// What a thread is to do, and where it says that it is done.
  private final class Work {
    static let end: UInt8 = 1
    static let trap: UInt8 = 2

    private let body: () -> Void
    private let key: pthread_key_t
    private let pipe: Int32

    init(_ body: @escaping () -> Void, key: pthread_key_t, reportingTo pipe: Int32) {
      self.body = body
      self.key = key
      self.pipe = pipe
    }

    /// Does it; returns the pipe to say so.
    func run() -> Int32 {
      // A pointer that is not memory: the pipe's number, which is never 0 once one is added.
      pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: Int(pipe) + 1))
      body()
      pthread_setspecific(key, nil)
      return pipe
    }
  }

  /// Room for the deepest data that a decoder follows, in builds without optimisation too.
  private static let stackSize = 64 << 20

  private static func start(_ work: Work) -> Bool {
    let pointer = Unmanaged.passRetained(work).toOpaque()
    guard !startThread(with: pointer) else { return true }
    Unmanaged<Work>.fromOpaque(pointer).release()
    return false
  }

  private static func startThread(with pointer: UnsafeMutableRawPointer) -> Bool {
    // Its initializer is of another module to the compiler where any imports Dispatch.
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      guard let attributes = buffer.baseAddress else { return false }
      pthread_attr_init(attributes)
      pthread_attr_setstacksize(attributes, stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      #if canImport(Darwin)
      var thread: pthread_t?
      #else
      var thread = pthread_t()
      #endif
      let status = pthread_create(&thread, attributes, entry, pointer)
      pthread_attr_destroy(attributes)
      return status == 0
    }
  }

  #if canImport(Darwin)
  private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
    { run($0) }
  #else
  private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      $0.flatMap { run($0) }
    }
  #endif

  private static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let work = Unmanaged<Work>.fromOpaque(pointer)
    // Nothing of the waiting thread may be held when it goes on.
    let pipe = work.takeUnretainedValue().run()
    work.release()
    var answer = Work.end
    write(pipe, &answer, 1)
    return nil
  }

  /// Where a thread that runs here keeps the number of its pipe.
  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The signals of a failed precondition, and who handled them before.
  private static let previousActions: [(signal: Int32, action: sigaction)] =
    [SIGILL, SIGTRAP].map { number in
      var previous = sigaction()
      sigaction(number, nil, &previous)
      signal(number) { handle($0) }
      return (number, previous)
    }

  /// Parks the thread if it runs here; otherwise lets the trap happen again before its own handler.
  private static func handle(_ number: Int32) {
    if let pipe = pthread_getspecific(threadKey) {
      var answer = Work.trap
      write(Int32(Int(bitPattern: pipe) - 1), &answer, 1)
      while true { pause() }
    }
    for var previous in previousActions where previous.signal == number {
      sigaction(number, &previous.action, nil)
    }
  }
}
