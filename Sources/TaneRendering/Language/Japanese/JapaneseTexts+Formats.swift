extension JapaneseTexts {
  static let formats = #"""
    # JSON/JSONParser+Findings
    the file ends where {1} is expected
    → {1}が必要な箇所でファイルが終わっています
    found {1} after the end of the value; a JSON file contains one value
    → 値の後に{1}があります。JSON ファイルの値は一つです
    JSON does not allow a comma before the closing {1}; remove it
    → JSON では閉じる {1} の前にコンマを書けません。削除してください
    the {1} begins here
    → この{1}はここから始まります
    the file ends inside a {1}; "{2}" is missing
    → {1}の途中でファイルが終わっています。"{2}" がありません
    expected a comma or "{1}", found {2}
    → コンマか "{1}" が必要ですが、{2} です
    the key "{1}" has no quotes; JSON requires keys in double quotes
    → キー "{1}" に引用符がありません。JSON のキーは二重引用符で囲みます
    expected a key in double quotes, found {1}
    → 二重引用符で囲んだキーが必要ですが、{1} です
    a value
    → 値
    unknown word "{1}"; did you mean "{2}"?
    → 不明な語 "{1}"。"{2}" ではありませんか？
    unknown word "{1}"; put text in double quotes
    → 不明な語 "{1}"。文字列は二重引用符で囲みます
    JSON has no {1}; use null, text in quotes or a YAML file
    → JSON に {1} は書けません。null、引用符で囲んだ文字列、または YAML ファイルを使ってください
    the string begins here
    → 文字列はここから始まります
    this string contains a line break; close the quotation mark on the line where the string begins, or write the line break as \n
    → 文字列の中に改行があります。文字列の始まる行で引用符を閉じるか、改行を \n と書いてください
    this string contains a tab; write it as \t
    → 文字列の中にタブがあります。\t と書いてください
    this string contains a control character; write it as \u00{1}
    → 文字列の中に制御文字があります。\u00{1} と書いてください
    the quote that opens here is never closed
    → ここで開いた引用符が閉じていません
    unknown escape \{1}; valid escapes are \" \\ \/ \b \f \n \r \t and \u with four digits
    → 不明なエスケープ \{1}。使えるのは \" \\ \/ \b \f \n \r \t と 4 桁の \u です
    \u{1} is an unpaired surrogate, not a character
    → \u{1} はサロゲートペアの片方で、単独では文字になりません。もう片方がありません
    the byte 0x{1} is not valid UTF-8; save the file as UTF-8
    → バイト 0x{1} は正しい UTF-8 ではありません。UTF-8 で保存してください
    JSON has no comments; remove this or use a YAML file
    → JSON にコメントは書けません。削除するか、YAML ファイルを使ってください
    the file contains a NUL byte; JSON is text, so if the file is UTF-16, save it as UTF-8
    → ファイルに NUL バイトがあります。JSON はテキストです。UTF-16 なら UTF-8 で保存してください
    unexpected single quote; JSON requires text in double quotes
    → 一重引用符があります。JSON の文字列は二重引用符で囲みます
    a number cannot begin with a plus sign in JSON; remove it
    → JSON の数値はプラス記号で始められません。削除してください
    a number needs a digit before its decimal point, as in 0.5
    → 小数点の前に数字が必要です。例: 0.5
    a double quote
    → 二重引用符
    a comma
    → コンマ
    a colon
    → コロン
    # JSON/JSONParser+Scalars
    a number needs a digit after its minus sign
    → マイナス記号の後に数字が必要です
    a number cannot begin with a zero before other digits; remove the zero, or quote the number to keep it as a string
    → 数値の先頭に余分なゼロは書けません。ゼロを削除するか、文字列なら引用符で囲んでください
    a number needs a digit after its decimal point
    → 小数点の後に数字が必要です
    a number needs a digit in its exponent
    → 指数に数字が必要です
    # JSON/JSONParser+Text
    \u needs four hexadecimal digits, as in \u00e9
    → \u には 4 桁の 16 進数が必要です。例: \u00e9
    # JSON/JSONParser
    the file is empty; a JSON file must contain one value, such as null
    → ファイルが空です。JSON には値が一つ必要です。何もなければ null と書いてください
    a colon after the key
    → キーの後のコロン
    lists and maps are nested more than {1} levels deep; flatten the data
    → リストとマップの入れ子が {1} 階層を超えています。入れ子を浅くしてください
    # Reading/TreeBuilder+Files
    duplicate key "{1}" in this map; rename or remove one of the two
    → このマップでキー "{1}" が重複しています。一方の名前を変えるか、削除してください
    first defined here
    → 最初の定義はここにあります
    # Reading/TreeParser
    the file is {1} bytes in size, but at most {2} can be read; split it
    → ファイルが {1} バイトあります。読めるのは {2} バイトまでです。複数のファイルに分割してください
    # Reading/UTF16Transcription
    the UTF-16 text ends in the middle of a character
    → UTF-16 のテキストが文字の途中で終わっています
    the UTF-16 text contains an unpaired surrogate; save the file as UTF-8
    → UTF-16 のテキストにサロゲートペアの片方だけがあります。UTF-8 で保存してください
    # Writing/JSONWriter
    {1}JSON cannot represent {2} at {3}; write YAML instead
    → {1}{3} の {2} は JSON では書けません。YAML を使ってください
    # YAML/YAMLAnchors
    and others
    → など
    ; known anchors: {1}
    → 。あるのは {1}
    # YAML/YAMLDocument+Aliases
    the alias *{1} has no anchor &{2} before it
    → エイリアス *{1} より前にアンカー &{2} がありません
    the alias *{1} is inside the value of its anchor &{2}; a value cannot contain itself
    → エイリアス *{1} が、そのアンカー &{2} の値の中にあります。値は自分自身を含められません
    with the alias *{1}, the aliases of this file expand to more than {2} values; write large data without aliases
    → *{1} により、このファイルのエイリアスが {2} 個を超える値になります。大きなデータはエイリアスを使わずに書いてください
    a single value
    → 単一の値
    expected the alias of a map, or a list of such aliases, after "<<", found {1}; quote "<<" to use it as a key
    → "<<" にはマップのエイリアスかそのリストが必要ですが、{1}です。キーとして使うには "<<" を引用符で囲んでください
    # YAML/YAMLDocument+Scalars
    the number {1} is greater than {2}, the largest 64-bit integer; write it in decimal digits, or quote it to keep it as a string
    → 数値 {1} は 64 ビット整数の最大値 {2} を超えています。10 進数で書くか、文字列なら引用符で囲んでください
    the tag {1} precedes a key; it belongs before a value
    → タグ {1} がキーの前にあります。値の前に置いてください
    the tag {1} precedes a merge key ("<<"); it belongs before a value
    → マップをマージする "<<" にタグ {1} があります。値の前に置いてください
    unknown tag {1}
    → 不明なタグ {1!}
    ; known tags are {1}
    → 。使えるのは {1!}
    the tag {1} expects {2}, not {3}
    → タグ {1} には{2}が必要ですが、{3}です
    # YAML/YAMLDocument
    a second document begins on line {1}; a file can contain only one, so move this one to another file
    → {1} 行目から二つ目の文書が始まります。一つのファイルに書ける文書は一つです。別のファイルにしてください
    the list that "<<" merges contains a list; only maps can be merged
    → "<<" でマージするリストの中にリストがあります。マージできるのはマップだけです
    expected a key, found a {1}; a key is text, so put a value that begins with "{2}" in quotes
    → キーが必要ですが、{1}です。キーは文字列です。"{2}" で始まる値は引用符で囲んでください
    duplicate merge key "<<" in this map; merge a list instead, as in <<: [*a, *b]
    → このマップでマージキー "<<" が重複しています。<<: [*a, *b] のようにリストでマージしてください
    # YAML/YAMLEventStream
    not enough memory
    → メモリが足りません
    # YAML/YAMLMisreadingCheck
    the key "{1}"
    → キー "{1}"
    the text "?{1}"
    → 文字列 "?{1}"
    the anchor &{1} and the text "{2}"
    → アンカー &{1} と文字列 "{2}"
    the anchor &{1}
    → アンカー &{1}
    {1} is text in YAML 1.2, but {2} in older tools; write "{3}" with quotes for text, or {4} otherwise
    → {1} は YAML 1.2 では文字列ですが、古いツールでは {2} です。"{3}" と引用符で囲むか、{4} と書いてください
    (and {1} in this file)
    → （このファイルに{1}）
    this is parsed as {1}, but is {2} in YAML 1.2; put text in quotes, and name anchors with letters, digits, "-" and "_"
    → {1} として読まれますが、YAML 1.2 では {2} です。文字列は引用符で囲み、アンカーの名前は英数字と "-" と "_" にしてください
    # YAML/YAMLProblem
    the "[" that opens here is never closed
    → ここで開いた "[" が閉じていません
    the "{" that opens here is never closed
    → ここで開いた "{" が閉じていません
    the list begins here
    → リストはここから始まります
    the map begins here
    → マップはここから始まります
    the file contains a NUL byte; YAML is text, so if the file is UTF-16, save it as UTF-8
    → ファイルに NUL バイトがあります。YAML はテキストです。UTF-16 なら UTF-8 で保存してください
    the file contains a control character; YAML allows one only in double quotes, as an escape
    → ファイルに制御文字があります。YAML では二重引用符の中にエスケープとしてだけ書けます
    YAML cannot be indented with tabs; use spaces
    → YAML のインデントにタブは使えません。空白を使ってください
    a colon is not allowed here; put a value that contains ": " in quotes, or check the indentation of this line
    → ここにコロンは置けません。": " を含む値を引用符で囲むか、この行のインデントを確認してください
    a key cannot begin here; check the indentation of this line
    → ここでキーは始められません。この行のインデントを確認してください
    a list element cannot begin here; put "-" on a line of its own
    → ここでリストの要素は始められません。"-" は行の先頭に書いてください
    this key has no colon; write "key: value", or check the indentation of this line
    → このキーにコロンがありません。"key: value" と書くか、この行のインデントを確認してください
    a comma or "]" is expected here
    → ここにコンマか "]" が必要です
    a comma or "}" is expected here
    → ここにコンマか "}" が必要です
    the file ends inside brackets; a closing bracket is missing
    → 括弧の中でファイルが終わっています。閉じる括弧がありません
    , not {1}
    → （{1}ではありません）
    a value is expected here{1}
    → ここに値が必要です{1}
    unknown escape in double quotes; write \\ for a backslash, or use single quotes
    → 二重引用符の中に不明なエスケープがあります。バックスラッシュは \\ と書くか、一重引用符を使ってください
    this escape is not a character; write characters beyond U+FFFF as \U with eight digits
    → このエスケープは文字を表しません。U+FFFF を超える文字は \U と 8 桁で書きます
    this escape lacks hexadecimal digits; \x needs two, \u four and \U eight
    → このエスケープには 16 進数が足りません。\x は 2 桁、\u は 4 桁、\U は 8 桁です
    "---" or "..." at the start of a line ends the document; indent it
    → 行頭の "---" や "..." は文書の終わりを表します。インデントしてください
    only a comment is allowed in the rest of this line
    → この行のここから先に書けるのはコメントだけです
    the name of an {1} can contain only letters, digits, "-" and "_"; put a value that begins with "{2}" in quotes
    → {1}の名前に使えるのは英数字と "-" と "_" です。"{2}" で始まる値は引用符で囲んでください
    this tag has an undeclared prefix; Tane's tags begin with a single "!"
    → このタグの接頭辞はファイルで宣言されていません。Tane のタグの "!" は一つです
    this closing {1} has no opening bracket
    → この閉じる {1} に対応する開く括弧がありません
    unexpected text after the end of the value; check the indentation of this line
    → 値の後に余分な文字があります。この行のインデントを確認してください
    the indentation of this line matches no level of the enclosing map; check it, and the quotes and colons above
    → この行は、前後のマップのどの階層にも合いません。インデントと、前にある引用符やコロンを確認してください
    the indentation of this line matches no level of the enclosing list; check it, or begin the element with "-"
    → この行は、前後のリストのどの階層にも合いません。インデントを確認するか、要素を "-" で始めてください
    the indentation after "|" or ">" must be a digit from 1 to 9
    → "|" や ">" の後に書けるインデントは 1 から 9 までの数字です
    a colon in brackets must be followed by a space; add one, or put the text in quotes
    → 括弧の中のコロンの後には空白が必要です。空白を入れるか、文字列なら引用符で囲んでください
    a line that begins with "%" is a YAML directive, and this one is not supported; remove it, or put text that begins with "%" in quotes
    → "%" で始まる行は YAML のディレクティブですが、このディレクティブは使えません。削除するか、"%" で始まる文字列なら引用符で囲んでください
    a tag must be followed by a space; add one before {1}
    → タグの後には空白が必要です。{1} の前に空白を入れてください
    this is not a valid tag; write "!" and a name of letters, digits, "-" and "_", such as !now
    → タグとして正しくありません。!now のように、"!" と英数字・"-"・"_" の名前を書いてください
    not valid YAML: "{1}"
    → 正しい YAML ではありません: "{1}"
    a value cannot begin with {1}; put it in quotes
    → 値は {1} で始められません。引用符で囲んでください
    # YAML/YAMLTag
    a whole number
    → 整数
    null or no value
    → null か「なし」
    # Other
    anchor
    → アンカー
    """#
}
