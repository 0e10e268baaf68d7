/// The HTML entities that represent one character: numeric entities, and the named entities for
/// markup and Latin-1.
///
/// Source: https://html.spec.whatwg.org/multipage/named-characters.html
enum HTMLEntities {
  /// The names of the characters from U+00A0 to U+00FF.
  private static let latin =
    """
    nbsp,iexcl,cent,pound,curren,yen,brvbar,sect,uml,copy,ordf,laquo,not,shy,reg,macr,deg,\
    plusmn,sup2,sup3,acute,micro,para,middot,cedil,sup1,ordm,raquo,frac14,frac12,frac34,\
    iquest,Agrave,Aacute,Acirc,Atilde,Auml,Aring,AElig,Ccedil,Egrave,Eacute,Ecirc,Euml,Igrave,\
    Iacute,Icirc,Iuml,ETH,Ntilde,Ograve,Oacute,Ocirc,Otilde,Ouml,times,Oslash,Ugrave,Uacute,\
    Ucirc,Uuml,Yacute,THORN,szlig,agrave,aacute,acirc,atilde,auml,aring,aelig,ccedil,egrave,\
    eacute,ecirc,euml,igrave,iacute,icirc,iuml,eth,ntilde,ograve,oacute,ocirc,otilde,ouml,\
    divide,oslash,ugrave,uacute,ucirc,uuml,yacute,thorn,yuml
    """
  private static let named: [Substring: Unicode.Scalar] = {
    var named: [Substring: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "commat": "@", "period": ".",
      "lowbar": "_", "hyphen": "-", "dash": "-", "comma": ",", "sol": "/", "colon": ":",
      "plus": "+",
      "num": "#", "lpar": "(", "rpar": ")", "Tab": "\t", "NewLine": "\n",
    ]
    for (index, name) in latin.split(separator: ",").enumerated() {
      named[name] = Unicode.Scalar(UInt8(0xA0 + index))
    }
    return named
  }()

  static func decode(_ text: String) -> String {
    text.replacing(/&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z0-9]{2,8});/) { match in
      scalar(match.output.1).map { String($0) } ?? String(match.output.0)
    }
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return named[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first?.lowercased() == "x"
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}
