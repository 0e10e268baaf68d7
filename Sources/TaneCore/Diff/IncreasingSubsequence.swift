/// The longest increasing subsequence: the largest set of elements that can stay in place while
/// others move.
enum IncreasingSubsequence {
  /// Returns, for each number, whether it belongs to the longest increasing subsequence; negative
  /// numbers never do.
  ///
  /// Uses patience sorting (Aldous, Diaconis: "Longest increasing subsequences", 1999), in O(n log
  /// n).
  static func longest(in numbers: [Int]) -> [Bool] {
    var belongs = numbers.map { $0 >= 0 }
    if isIncreasing(numbers) { return belongs }
    /// `ends` contains, for each length, the index of the smallest number that ends an increasing
    /// subsequence of that length; `previous` contains, for each number, the index of its
    /// predecessor.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() where number >= 0 {
      belongs[index] = false
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var index = ends.last ?? -1
    while index >= 0 {
      belongs[index] = true
      index = previous[index]
    }
    return belongs
  }

  private static func isIncreasing(_ numbers: [Int]) -> Bool {
    var last = -1
    for number in numbers where number >= 0 {
      if number < last { return false }
      last = number
    }
    return true
  }
}
