extension UInt8 {
  package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

  /// The value of a hexadecimal digit; nil for any other byte.
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
  /// The number in lowercase hexadecimal, with as many digits as the largest number of its type.
  package var hexadecimal: String {
    String(self, radix: 16).leftPadded(to: Self.bitWidth / 4)
  }
}

extension String {
  /// A Boolean value indicating whether the text is a name of English letters, digits and
  /// underscores that does not begin with a digit.
  package var isASCIIName: Bool {
    utf8.first?.isASCIIDigit == false
      && utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// A Boolean value indicating whether the lowercase host of a URL is this machine.
  package var isLoopbackHost: Bool {
    // A name such as 127.example.com is not an address.
    self == "localhost" || self == "[::1]" || (hasPrefix("127.") && isNumericHost)
  }

  /// A Boolean value indicating whether the host of a URL is an IPv4 address.
  package var isNumericHost: Bool {
    utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}
