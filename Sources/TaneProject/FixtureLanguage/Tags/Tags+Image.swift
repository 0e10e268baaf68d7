import TaneCore

extension FixtureTag {
  static let image = FixtureTag(
    "!image",
    "a map with \"size\", and optionally \"text\" and \"color\"",
    "!image { size: 320x240, text: Ramen }",
    scalar: { evaluator, use throws(Diagnostic) in evaluator.image(use) }
  )
}

extension FixtureEvaluator {
  /// The maximum side length of an image, in pixels.
  private static let longestSide = 2000
  /// The default background colors.
  private static let colors = ["#4c6e91", "#7a5c86", "#5d7f5d", "#a0634f", "#8a7a3d", "#48807e"]

  /// Returns a PNG image with centered text on a plain background, in Base64.
  fileprivate func image(_ use: FixtureTag.Use) -> FixtureScalar? {
    guard
      let arguments = FixtureArguments(
        use,
        self,
        required: ["size"],
        optional: ["text", "color"]
      )
    else { return nil }
    guard usesTimestamps || !allowsLayerTags else {
      report(
        .invalidExpression,
        "!image can be used only in the content of objects and in Firestore; put the image into a "
          + "bucket, and refer to it with !url",
        at: use.node.position
      )
      return nil
    }
    guard let match = arguments["size"]?.string?.wholeMatch(of: /(\d{1,4})x(\d{1,4})/),
      let width = Int(match.1), let height = Int(match.2),
      (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height)
    else {
      arguments.report(
        "size",
        "a width and a height up to \(Self.longestSide.grouped), such as 320x240"
      )
      return nil
    }
    var random = RandomStream(use.place)
    let color = arguments["color"].map { $0.string ?? "" } ?? random.element(of: Self.colors)
    guard let match = color.wholeMatch(of: /#([0-9A-Fa-f]{6})/),
      let number = Int(match.1, radix: 16)
    else {
      arguments.report("color", "a color such as \"#4c6e91\", in quotes")
      return nil
    }
    let background = [16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    var image = PNGImage(width: width, height: height, palette: background + [255, 255, 255])
    if let node = arguments["text"] {
      guard let text = text(node, of: use) else { return nil }
      Self.draw(text, on: &image, width, height)
    }
    return .text(Base64.text(of: image.bytes), .bytes)
  }

  /// Draws a string in the center, in the largest size that fits.
  private static func draw(_ text: String, on image: inout PNGImage, _ width: Int, _ height: Int) {
    let columns = text.uppercased().count * BitmapFont.advance - 1
    let scale = max(1, min(width * 4 / 5 / columns, height / 2 / BitmapFont.height))
    let (left, top) = ((width - columns * scale) / 2, (height - BitmapFont.height * scale) / 2)
    for pixel in BitmapFont.pixels(of: text) {
      image.fill(x: left + pixel.column * scale, y: top + pixel.row * scale, size: scale)
    }
  }
}
