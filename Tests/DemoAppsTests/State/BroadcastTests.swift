import DemoApps
import Testing

@Suite("Broadcast values")
struct BroadcastTests {
  @Test("A broadcast emits its current and later values and ends with its owner")
  func values() async {
    var broadcast: Broadcast<Int>? = Broadcast(wrappedValue: 0)
    let early = broadcast?.values
    broadcast?.wrappedValue = 1
    let late = broadcast?.projectedValue
    #expect(broadcast?.update { $0 + 1 } == true)
    #expect(broadcast?.update { _ in nil } == false)
    #expect(broadcast?.wrappedValue == 2)
    broadcast = nil
    #expect(await collected(early) == [0, 1, 2])
    #expect(await collected(late) == [1, 2])
  }

  @Test("A broadcast loses no concurrent change")
  func concurrency() async {
    let broadcast = Broadcast(wrappedValue: 0)
    let values = broadcast.values
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { broadcast.update { $0 + 1 } } }
    }
    #expect(await values.first(101) == Array(0...100))
  }

  @Test("A broadcast turns a view model's property into a stream")
  @MainActor func wrapper() async {
    let viewModel = CounterViewModel()
    let counts = viewModel.$count
    viewModel.increase()
    viewModel.increase()
    #expect(await counts.first(3) == [0, 1, 2])
  }

  @Test("A broadcast reports the state of a request and runs one at a time")
  func requests() async {
    let broadcast = Broadcast(wrappedValue: RequestState<Int>.none)
    let states = broadcast.values
    await broadcast.request {
      await broadcast.request { 2 }
      return 1
    }
    await broadcast.request { throw ToDoError.notSignedIn }
    let seen = await states.first(5)
    #expect(seen.map(\.name) == ["none", "requesting", "success", "requesting", "error"])
    #expect(seen[2].value == 1)
    #expect(seen[4].error as? ToDoError == .notSignedIn)
  }

  @Test("A broadcast follows values until they end, fail or are cancelled")
  func following() async {
    let broadcast = Broadcast(wrappedValue: RequestState<Int>.none)
    let states = broadcast.values
    await broadcast.follow {
      AsyncThrowingStream {
        $0.yield(1); $0.yield(2); $0.finish()
      }
    }
    await broadcast.follow {
      AsyncThrowingStream { $0.finish(throwing: ToDoError.notSignedIn) }
    }
    let endless = Task {
      await broadcast.follow { AsyncThrowingStream<Int, any Error> { $0.yield(3) } }
    }
    let seen = await states.first(8)
    #expect(
      seen.map(\.name) == [
        "none", "requesting", "success", "success", "requesting", "error", "requesting", "success",
      ]
    )
    #expect(seen.compactMap(\.value) == [1, 2, 3])
    endless.cancel()
    await endless.value
    #expect(broadcast.wrappedValue.name == "none")
  }

  private func collected(_ values: AsyncStream<Int>?) async -> [Int] {
    var collected: [Int] = []
    guard let values else { return collected }
    for await value in values { collected.append(value) }
    return collected
  }
}

@MainActor private final class CounterViewModel {
  @Broadcast private(set) var count = 0

  func increase() { count += 1 }
}
