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
    # A statement that has its line to itself.
    CALL = re.compile(rb"^([ \t]*)oldHelper(\([^\r\n]*\))(\r?)$", re.MULTILINE)


    def version(text):
        return [int(part) for part in text.split(".")]


    def blanked(match):
        return bytes(byte if byte in b"\r\n" else 32 for byte in match.group())


    def check(request):
        # Offsets count the bytes of the text as UTF-8.
        source = request["text"].encode("utf-8")
        code = QUIET.sub(blanked, source)
        platforms = request["platforms"]
        findings, left = [], []
        for match in CALL.finditer(source):
            start, stop = match.end(1), match.end(2)
            if code[start : start + 9] != b"oldHelper":
                continue
            indent, arguments, end = (part.decode("utf-8") for part in match.groups())
            before = source[: match.start()].splitlines()[-1:]
            if version(platforms.get("iOS", "0.0")) >= [26]:
                text = "newHelper" + arguments
            elif set(platforms) - {"iOS"}:
                # A gate for several platforms is more than this example writes.
                left.append({"byteRange": [start, stop], "reason": "otherPlatforms"})
                continue
            elif before and before[0].strip() == b"} else {":
                left.append({"byteRange": [start, stop], "reason": "alreadyMigrated"})
                continue
            else:
                inner = indent + ("\t" if "\t" in indent else "    ")
                text = (
                    f"if #available(iOS 26.0, *) {{{end}\n{inner}newHelper{arguments}{end}\n"
                    f"{indent}}} else {{{end}\n{inner}oldHelper{arguments}{end}\n{indent}}}"
                )
            findings.append(
                {
                    "byteRange": [start, stop],
                    "message": MESSAGE,
                    "safety": "review",
                    "edits": [{"byteRange": [start, stop], "text": text}],
                }
            )
        return {"type": "findings", "id": request["id"], "findings": findings, "left": left}


    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = HELLO if request["type"] == "hello" else check(request)
        # One line, one write: anything else on standard output would be taken for an answer.
        sys.stdout.buffer.write(json.dumps(reply).encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()

    """#
}
