/// A standard library integer type; coders convert it themselves, because its own `Codable` methods
/// would call the coder again.
protocol StandardInteger: FixedWidthInteger {}

extension Int: StandardInteger {}
extension Int8: StandardInteger {}
extension Int16: StandardInteger {}
extension Int32: StandardInteger {}
extension Int64: StandardInteger {}
extension Int128: StandardInteger {}
extension UInt: StandardInteger {}
extension UInt8: StandardInteger {}
extension UInt16: StandardInteger {}
extension UInt32: StandardInteger {}
extension UInt64: StandardInteger {}
extension UInt128: StandardInteger {}
