import TaneCore
package import TaneProject

/// A kind of personal data.
package enum PersonalData: String, Sendable, CaseIterable {
  case mail = "email address"
  case mailInText = "text with an email address"
  case telephone = "phone number"
  case telephoneInText = "text with a phone number"
  case name
  case reading
  case address
  case postcode
  case birthday
  case token
  case networkAddress = "IP address"

  /// The suggested mask.
  package var mask: Mask {
    switch self {
    case .mail: .fake(.email, nil)
    case .name: .fake(.name, nil)
    case .reading: .fake(.reading, nil)
    case .address: .fake(.address, nil)
    case .telephone, .postcode, .birthday, .mailInText, .telephoneInText: .keepFormat
    case .token: .drop
    case .networkAddress: .hash
    }
  }

  /// The words in keys that indicate each kind, in lowercase and without separators, in the order
  /// in which they are matched.
  private static let words: [(kind: PersonalData, words: [String])] = [
    (.reading, ["kana", "furigana", "namereading", "ふりがな", "フリガナ", "読み"]),
    (.mail, ["email", "mailaddress", "mail", "メール"]),
    (.telephone, ["phone", "phonenumber", "telephone", "tel", "mobile", "fax", "電話", "携帯"]),
    (.postcode, ["zip", "zipcode", "postcode", "postalcode", "郵便番号", "郵便"]),
    (.birthday, ["birthday", "birthdate", "dateofbirth", "dob", "born", "生年月日", "誕生日"]),
    (
      .token,
      [
        "token", "fcmtoken", "accesstoken", "refreshtoken", "idtoken", "devicetoken", "pushtoken",
        "secret", "password",
        "passwd", "apikey", "sessionid", "パスワード",
      ]
    ),
    (.networkAddress, ["ip", "ipaddress", "lastip", "remoteaddr"]),
    (.address, ["address", "streetaddress", "street", "addr", "homeaddress", "住所"]),
    (
      .name,
      [
        "fullname", "firstname", "lastname", "familyname", "givenname", "displayname", "nickname",
        "realname",
        "customername", "氏名", "姓", "名", "名前", "お名前",
      ]
    ),
  ]

  private static let kinds = Dictionary(
    words.flatMap { kind, words in words.map { ($0, kind) } }
  ) { first, _ in first }

  /// Determines the kind of a value from its key, or else from the value itself.
  ///
  /// Returns nil if the value is not personal.
  init?(_ value: Tree, key: String) {
    guard value.string != Redaction.placeholder else { return nil }
    if let kind = Self.kind(ofKey: key), kind.fits(value) {
      self = kind
      return
    }
    guard let text = value.string, value.tag == .none, let kind = Self.kind(of: text) else {
      return nil
    }
    self = kind
  }

  /// Returns the kind that a key indicates, which is the same for `homeTel`, `tel_number` and
  /// `tel`.
  private static func kind(ofKey key: String) -> PersonalData? {
    var words: [String] = []
    var isAfterLower = false
    for character in key {
      guard character.isLetter else {
        isAfterLower = false
        words.append("")
        continue
      }
      if words.isEmpty || character.isUppercase && isAfterLower { words.append("") }
      words[words.count - 1] += character.lowercased()
      isAfterLower = character.isLowercase
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first, let last = words.last else { return nil }
    // The name or address of a thing, such as a shop, is not personal.
    let isAlwaysPersonal = { (kind: PersonalData) in
      ![.name, .address, .networkAddress].contains(kind)
    }
    return kinds[words.joined()] ?? kinds[last].flatMap { isAlwaysPersonal($0) ? $0 : nil }
      ?? kinds[first].flatMap { isAlwaysPersonal($0) ? $0 : nil }
  }

  /// Returns the kind of a string, regardless of its key.
  static func kind(of text: String) -> PersonalData? {
    guard text.utf8.count >= 5, text.utf8.count < 100_000 else { return nil }
    if TextNormalization.mail(text) != nil { return .mail }
    if PersonName.isLikely(text) { return .name }
    guard text.unicodeScalars.contains(where: { $0 == "@" || $0.properties.numericType != nil })
    else { return nil }
    let folded = TextNormalization.folded(text)
    if folded.contains(/[\p{L}\d._%+-]+@[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}/) {
      return .mailInText
    }
    if SecretKind(in: text) != nil { return .token }
    if folded.wholeMatch(of: /〒? ?\d{3}-\d{4}/) != nil { return .postcode }
    if isNetworkAddress(folded) { return .networkAddress }
    if isTelephone(folded) { return .telephone }
    if folded.contains(/(^|\D)(0\d{1,3}-\d{2,4}-\d{4}|\+\d{1,3}[ -]\d[\d -]{6,12}\d)(\D|$)/) {
      return .telephoneInText
    }
    return isAddress(folded) ? .address : nil
  }

  /// Returns true if a value can be of the kind that its key indicates.
  private func fits(_ value: Tree) -> Bool {
    switch self {
    case .telephone, .postcode:
      value.integer.map { $0 > 99_999 } ?? (value.string?.isEmpty == false)
    case .birthday: value.string?.isEmpty == false || value.integer != nil
    default: value.tag == .none && value.string?.isEmpty == false
    }
  }

  private static func isTelephone(_ text: String) -> Bool {
    guard TextNormalization.telephone(text) != nil else { return false }
    if text.hasPrefix("+") { return true }
    let groups = text.split { "-() .".contains($0) }
    let isDate = groups.count == 3 && groups[0].count == 4 && groups[1].count == 2
    return text.hasPrefix("0") && (10...11).contains(text.filter(\.isNumber).count) && !isDate
      || text.wholeMatch(of: /\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}/) != nil
  }

  private static func isNetworkAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4 { return parts.allSatisfy { UInt8($0) != nil } }
    return text.wholeMatch(of: /([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|[0-9a-f:]*[0-9a-f]::[0-9a-f:]+/)
      != nil
  }

  private static func isAddress(_ text: String) -> Bool {
    text.contains(/[都道府県].{1,12}[市区町村].*\d/)
      || text.contains(/^\d{1,5} [a-z .]+ (street|st|avenue|ave|road|rd|lane|ln|drive|dr|blvd)\b/)
  }
}
