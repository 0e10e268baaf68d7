/// A language of fake data.
package enum FakeLocale: String, Sendable, CaseIterable {
  case en
  case ja

  var words: FakeWords { self == .ja ? .ja : .en }
}
