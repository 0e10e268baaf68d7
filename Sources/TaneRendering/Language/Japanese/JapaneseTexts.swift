/// The Japanese of the catalogue, by where the texts are from.
package enum JapaneseTexts {
  /// The texts of Tane itself.
  package static let own = [
    commands, rendering, rules, core, formats, project, types, seeding, services,
  ]
}
