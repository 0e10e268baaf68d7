/// A class of characters that can be substituted for each other.
struct FormatAlphabet: Sendable {
  /// The characters or two-digit numbers; the same letter has the same index in every width and
  /// case of a script.
  let symbols: [String]

  init(_ symbols: [String]) { self.symbols = symbols }

  private init(_ scalars: some Sequence<Unicode.Scalar>) {
    symbols = scalars.map { String(Character($0)) }
  }

  private init(_ range: ClosedRange<UInt32>) {
    self.init(range.compactMap(Unicode.Scalar.init))
  }

  /// Returns the alphabet of leading digits, 1 to 9, in the width of the given digit.
  static func leadingDigits(like digit: Unicode.Scalar) -> FormatAlphabet {
    digit.value > 0x7F ? FormatAlphabet(0xFF11...0xFF19) : FormatAlphabet(0x31...0x39)
  }

  /// The numbers of the months, `01` to `12`.
  static let months = FormatAlphabet((1...12).map(twoDigits))
  /// The days that every month has, `01` to `28`.
  static let days = FormatAlphabet((1...28).map(twoDigits))
  static let digits = FormatAlphabet(0x30...0x39)

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns the alphabet of a character and the character's index in it, or nil if the character
  /// is not replaced.
  static func place(of scalar: Unicode.Scalar) -> (alphabet: FormatAlphabet, index: Int)? {
    if let place = places[scalar] { return (all[place.alphabet], place.index) }
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return nil }
    // Letters of other scripts are replaced by nearby letters of the same category.
    let category = scalar.properties.generalCategory
    let start = scalar.value & ~0xFF
    let alphabet = FormatAlphabet(
      (start...start + 0xFF).compactMap(Unicode.Scalar.init).filter {
        $0.properties.generalCategory == category && places[$0] == nil
      }
    )
    return alphabet.symbols.firstIndex(of: String(Character(scalar))).map { (alphabet, $0) }
  }

  private static let large =
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ"
  private static let small = "ぁぃぅぇぉゃゅょ"
  /// The most common kanji, which Japanese schools teach first.
  private static let common =
    "一右雨円王音下火花貝学気九休玉金空月犬見五口校左三山子四糸字耳七車手十出女小上森人水正生青夕石赤千川先早草足村大男竹中虫町天田土二日入年白八百文木本名目立力林六"
    + "引羽雲園遠何科夏家歌画回会海絵外角楽活間丸岩顔汽記帰弓牛魚京強教近兄形計元言原戸古午後語工公広交光考行高黄合谷国黒今才細作算止市矢姉思紙寺自時室社弱首秋週春書少場色食心新親図数西声星晴切雪船線前組走多太体台地池知茶昼長鳥朝直通弟店点電刀冬当東答頭同道読内南肉馬売買麦半番父風分聞米歩母方北毎妹万明鳴毛門夜野友用曜来里理話"
    + "悪安暗医委意育員院飲運泳駅央横屋温化荷界開階寒感漢館岸起期客究急級宮球去橋業曲局銀区苦具君係軽血決研県庫湖向幸港号根祭皿仕死使始指歯詩次事持式実写者主守取酒受州拾終習集住重宿所暑助昭消商章勝乗植申身神真深進世整昔全相送想息速族他打対待代第題炭短談着注柱丁帳調追定庭笛鉄転都度投豆島湯登等動童農波配倍箱畑発反坂板皮悲美鼻筆氷表秒病品負部服福物平返勉放味命面問役薬由油有遊予羊洋葉陽様落流旅両緑礼列練路和"

  private static let all: [FormatAlphabet] = {
    let katakana = large.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x60) }
    let smallKatakana = small.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x60) }
    let known = Set(common.unicodeScalars)
    let rare = (0x4E00...UInt32(0x9FFF)).compactMap(Unicode.Scalar.init).filter {
      !known.contains($0)
    }
    return [
      digits, FormatAlphabet(0xFF10...0xFF19),
      FormatAlphabet(0x61...0x7A), FormatAlphabet(0x41...0x5A),
      FormatAlphabet(0xFF41...0xFF5A), FormatAlphabet(0xFF21...0xFF3A),
      FormatAlphabet(large.unicodeScalars), FormatAlphabet(katakana),
      FormatAlphabet(small.unicodeScalars), FormatAlphabet(smallKatakana),
      FormatAlphabet(0xFF71...0xFF9D), FormatAlphabet(known.sorted()), FormatAlphabet(rare),
    ]
  }()

  private static let places: [Unicode.Scalar: (alphabet: Int, index: Int)] = {
    var places: [Unicode.Scalar: (alphabet: Int, index: Int)] = [:]
    for (alphabet, characters) in all.enumerated() {
      for (index, symbol) in characters.symbols.enumerated() {
        for scalar in symbol.unicodeScalars.prefix(1) { places[scalar] = (alphabet, index) }
      }
    }
    return places
  }()
}
