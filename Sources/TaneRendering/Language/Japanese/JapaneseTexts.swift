/// The Japanese catalogue, by source of the texts.
package enum JapaneseTexts {
  /// The texts of Tane itself.
  package static let own = [
    commands, rendering, rules, core, formats, project, types, seeding, services, studio,
  ]
}
