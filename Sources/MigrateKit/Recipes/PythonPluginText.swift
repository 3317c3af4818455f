/// The text of a rule in Python, to start from.
enum PythonPluginText {
  static func program(rule: String) -> String {
    text.replacing("RULE_ID", with: rule)
  }

  private static let text = #"""
    #!/usr/bin/env python3
    """A rule of `migrate`: from iOS 26 on `newHelper` in the place of `oldHelper`.

    It reads one JSON object a line and answers each by one; see Documentation/PluginProtocol.md.
    """
    import json
    import re
    import sys

    # A file without one of the needles is never asked about.
    HELLO = {
        "type": "hello",
        "protocol": 1,
        "rules": [{"id": "RULE_ID", "needles": [["oldHelper("]]}],
    }
    MESSAGE = "'oldHelper' draws its own background: use 'newHelper' from iOS 26 on"

    # Comments and string literals, where no code is.
    QUIET = re.compile(
        rb'//[^\n]*|/\*.*?\*/|(#*)("""|")(?:\\.|(?!\2\1).)*\2\1', re.DOTALL
    )
    # A call that begins a line and ends it.
    CALL = re.compile(rb"^[ \t]*(oldHelper(\([^\r\n]*\)))\r?$", re.MULTILINE)


    def blanked(match):
        return bytes(byte if byte in b"\r\n" else 32 for byte in match.group())


    def check(request):
        # Offsets count the bytes of the text as UTF-8.
        source = request["text"].encode("utf-8")
        code = QUIET.sub(blanked, source)
        findings = []
        for match in CALL.finditer(source):
            start, stop = match.span(1)
            if code[start : start + 9] != b"oldHelper":
                continue
            findings.append(
                {
                    "byteRange": [start, stop],
                    "message": MESSAGE,
                    "safety": "review",
                    # `migrate` writes the gate, or leaves the site where none can stand.
                    "replace": {
                        "byteRange": [start, stop],
                        "since": "newHelper" + match.group(2).decode("utf-8"),
                    },
                }
            )
        return {"type": "findings", "id": request["id"], "findings": findings}


    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = HELLO if request["type"] == "hello" else check(request)
        # One line, one write: anything else on standard output would be taken for an answer.
        sys.stdout.buffer.write(json.dumps(reply).encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()

    """#
}
