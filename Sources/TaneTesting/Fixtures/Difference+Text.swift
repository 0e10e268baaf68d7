public import TaneCore
import TaneRendering

extension Difference {
  /// The difference in the format of `tane diff`.
  ///
  /// Each change has an address, both values and a position in the fixtures; a summary follows.
  ///
  /// ```
  /// ~ change  shops:/shops/0/name
  ///           - "麺屋"
  ///           + "麺屋 はるかぜ"  fixtures/base/databases/shops/shops.yaml:1:10
  ///
  /// 0 to add, 1 to change, 0 to remove; 4 values and 0 objects are unchanged.
  /// ```
  public var text: String {
    var lines = ""
    let document = DifferenceDocument(self, .fixtures, left: "environment", right: "fixtures")
    DifferenceTextRendering(style: .plain, width: nil).write(document) { lines += $0 }
    return lines
  }
}
