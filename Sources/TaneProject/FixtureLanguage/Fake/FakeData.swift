import TaneCore

/// A kind of fake data, which is derived only from random numbers.
package enum FakeData: String, Sendable, CaseIterable {
  case name
  case reading
  case family
  case given
  case email
  case phone
  case postcode
  case address
  case city
  case latitude
  case longitude
  case coordinates
  case shop
  case sentence
  case price

  /// A person's names, and the number in the person's email address, derived from a random stream.
  private struct Person {
    let family: FakeWords.Name
    let given: FakeWords.Name
    let number: UInt64

    init(_ words: FakeWords, _ random: inout RandomStream) {
      family = random.element(of: words.familyNames)
      given = random.element(of: words.givenNames)
      number = random.index(below: 1000)
    }
  }

  /// An address with coordinates, derived from a random stream.
  private struct Home {
    let town: FakeWords.Town
    let street: String
    let numbers: [UInt64]
    let latitude: Double
    let longitude: Double

    init(_ words: FakeWords, _ random: inout RandomStream) {
      town = random.element(of: words.towns)
      street = random.element(of: words.streets)
      numbers = (0..<4).map { _ in random.index(below: 9000) }
      latitude = Self.near(town.latitude, &random)
      longitude = Self.near(town.longitude, &random)
    }

    private static func near(_ value: Double, _ random: inout RandomStream) -> Double {
      let shift = Double(random.index(below: 400)) - 200
      return ((value * 10_000) + shift).rounded() / 10_000
    }
  }

  /// Returns fake data of the kind, derived from a random number.
  package func value(_ locale: FakeLocale, from number: UInt64) -> FixtureScalar {
    var random = RandomStream(LocationHash(hash: number))
    return value(locale, &random)
  }

  /// Returns fake coordinates derived from a random number: latitude and longitude.
  package static func coordinates(_ locale: FakeLocale, from number: UInt64) -> (Double, Double) {
    var random = RandomStream(LocationHash(hash: number))
    return FakeData.coordinates.coordinates(locale, &random)
  }

  /// Returns fake data of the kind, derived from the next numbers of a random stream.
  func value(_ locale: FakeLocale, _ random: inout RandomStream) -> FixtureScalar {
    let words = locale.words
    switch self {
    case .name, .reading, .family, .given, .email:
      return .text(personText(Person(words, &random), locale))
    case .postcode, .address, .city, .latitude, .longitude, .coordinates:
      return addressValue(Home(words, &random), locale)
    case .phone: return .text(Self.phone(locale, &random))
    case .shop:
      let kind = random.element(of: words.shopKinds)
      let name = random.element(of: words.shopNames)
      return .text(locale == .ja ? "\(kind) \(name)" : "\(name) \(kind)")
    case .sentence:
      let sentence = random.element(of: words.sentences)
      return .text(sentence.replacing("#", with: random.element(of: words.things)))
    case .price:
      let number = random.index(below: 60)
      return locale == .ja
        ? .integer(Int64(number + 6) * 50) : .double((Double(number) * 50 + 295) / 100)
    }
  }

  /// Returns coordinates derived from the next numbers of a random stream: latitude and longitude.
  func coordinates(_ locale: FakeLocale, _ random: inout RandomStream) -> (Double, Double) {
    let home = Home(locale.words, &random)
    return (home.latitude, home.longitude)
  }

  private func personText(_ person: Person, _ locale: FakeLocale) -> String {
    let (family, given) = (person.family, person.given)
    switch self {
    case .family: return family.written
    case .given: return given.written
    case .email: return "\(given.latin).\(family.latin)\(person.number)@example.com"
    case .reading:
      return locale == .ja
        ? "\(family.reading) \(given.reading)" : "\(given.reading) \(family.reading)"
    default:
      return locale == .ja
        ? "\(family.written) \(given.written)" : "\(given.written) \(family.written)"
    }
  }

  private func addressValue(_ home: Home, _ locale: FakeLocale) -> FixtureScalar {
    let (town, numbers) = (home.town, home.numbers)
    switch self {
    case .latitude: return .double(home.latitude)
    case .longitude: return .double(home.longitude)
    case .city:
      return .text(locale == .ja ? town.region + town.town : "\(town.town), \(town.region)")
    case .postcode:
      return .text(
        locale == .ja
          ? "\(town.postcode)-\(CivilTime.padded(Int(numbers[3]), to: 4))"
          : town.postcode + CivilTime.padded(Int(numbers[3] % 100), to: 2)
      )
    default:
      return .text(
        locale == .ja
          ? "\(town.region)\(town.town)\(home.street)\(numbers[0] % 5 + 1)-\(numbers[1] % 20 + 1)-"
            + "\(numbers[2] % 20 + 1)"
          : "\(numbers[0] % 900 + 1) \(home.street), \(town.town), \(town.region)"
      )
    }
  }

  /// Returns an unassigned phone number: 03-0000 is not in use, and 555-01 is reserved for fiction.
  private static func phone(_ locale: FakeLocale, _ random: inout RandomStream) -> String {
    switch locale {
    case .ja: "03-0000-" + CivilTime.padded(Int(random.index(below: 10_000)), to: 4)
    case .en: "202-555-01" + CivilTime.padded(Int(random.index(below: 100)), to: 2)
    }
  }
}
