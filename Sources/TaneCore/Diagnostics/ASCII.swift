extension UInt8 {
  package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

  /// The value of the byte as an ASCII hexadecimal digit, or nil if the byte is not one.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number in lowercase hexadecimal, padded with zeros to the full width of its type.
  package var hexadecimal: String {
    String(self, radix: 16).leftPadded(to: Self.bitWidth / 4)
  }
}

extension String {
  /// A Boolean value indicating whether the text consists of ASCII letters, digits and underscores,
  /// and does not begin with a digit.
  package var isASCIIName: Bool {
    utf8.first?.isASCIIDigit == false
      && utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// A Boolean value indicating whether the string, the lowercase host of a URL, is a loopback
  /// host.
  package var isLoopbackHost: Bool {
    // A name such as 127.example.com is not an address.
    self == "localhost" || self == "[::1]" || (hasPrefix("127.") && isNumericHost)
  }

  /// A Boolean value indicating whether the string, the host of a URL, looks like an IPv4 address:
  /// it contains only digits and dots.
  package var isNumericHost: Bool {
    utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}
