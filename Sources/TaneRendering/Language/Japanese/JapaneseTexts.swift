/// The Japanese of the catalogue, by where the texts are from.
enum JapaneseTexts {}
