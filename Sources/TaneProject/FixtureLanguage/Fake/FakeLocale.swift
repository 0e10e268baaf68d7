/// A language of made-up data.
package enum FakeLocale: String, Sendable, CaseIterable {
  case en
  case ja

  var words: FakeWords { self == .ja ? .ja : .en }
}
