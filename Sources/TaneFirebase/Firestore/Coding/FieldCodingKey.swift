/// A key that no type declares: a map's own, or the place of an array's element.
struct FieldCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(name: String) { (stringValue, intValue) = (name, nil) }

  init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }

  init(stringValue: String) { self.init(name: stringValue) }

  init(intValue: Int) { self.init(index: intValue) }
}
