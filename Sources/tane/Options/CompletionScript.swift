import ArgumentParser

/// The completion script of a shell, as the argument parser generates it, with a correction for
/// Bash.
struct CompletionScript {
  private static let option = "--generate-completion-script"

  private let shell: CompletionShell

  /// Creates the script that arguments request; nil if they request none or an unknown shell.
  init?(requestedBy arguments: [String]) {
    guard let first = arguments.first, first.hasPrefix(Self.option) else { return nil }
    let name =
      first == Self.option
      ? arguments.dropFirst().first : String(first.dropFirst(Self.option.count + 1))
    let shell = name.map(CompletionShell.init(rawValue:)) ?? CompletionShell.autodetected()
    guard let shell, arguments.count <= 2 else { return nil }
    self.shell = shell
  }

  var text: String {
    let text = Tane.completionScript(for: shell)
    guard shell == .bash else { return text }
    return text.replacing("complete -o filenames -F _tane tane", with: Self.completingAddresses)
  }

  /// Bash functions that complete addresses although Bash ends words at colons.
  private static let completingAddresses = #"""
    # Bash splits words at colons, but addresses such as shops:/shops contain them.
    _tane_with_addresses() {
        local line="${COMP_LINE:0:COMP_POINT}"
        local current="${line##*[[:space:]]}"
        if [[ "${current}" = *:* && "${COMP_WORDBREAKS}" = *:* ]]; then
            local -a COMP_WORDS=()
            read -ra COMP_WORDS <<< "${line}"
            local -i COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _tane "${1}" "${current}" "${COMP_WORDS[COMP_CWORD - 1]}"
            # Only the text after the last colon is replaced.
            local -r kept="${current%"${current##*:}"}"
            COMPREPLY=("${COMPREPLY[@]#"${kept}"}")
        else
            _tane "${@}"
        fi
        # Bash escapes colons in file names, and adds a slash to the name of a folder.
        if [[ "${current}${COMPREPLY[*]}" = *:* || "${COMPREPLY[*]}" = fixtures ]]; then
            compopt +o filenames 2> /dev/null
            if [[ "${COMPREPLY[*]}" = */ ]]; then compopt -o nospace 2> /dev/null; fi
        fi
    }

    complete -o filenames -F _tane_with_addresses tane
    """#
}
