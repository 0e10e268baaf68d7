/// A formatter for byte counts, with units in powers of 1,000: `512 B`, `7.2 KB`, `1.3 MB`.
package enum ByteCountText {
  package static func render(_ count: Int) -> String {
    var value = Double(count)
    var unit = "B"
    for next in ["KB", "MB", "GB", "TB"] where value >= 999.5 {
      value /= 1000
      unit = next
    }
    guard unit != "B" else { return "\(count) B" }
    let tenths = (value * 10).rounded() / 10
    return tenths < 10 ? "\(tenths) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }
}
