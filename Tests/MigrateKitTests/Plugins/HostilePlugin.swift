/// A plugin that behaves as the comment `// mode: …` of a file says.
enum HostilePlugin {
  /// The text of a file that sets the plugin off.
  static func file(_ mode: String, more: String = "") -> String {
    "// mode: \(mode)\nfunc run() {\n    hostile(\"é\")\n}\n\(more)"
  }

  static let script = #"""
    import json, os, re, signal, subprocess, sys, time

    HERE = os.path.dirname(os.path.abspath(__file__))
    SLEEPER = "import time; time.sleep(120)"

    def say(value):
        raw(json.dumps(value).encode("utf-8") + b"\n")

    def raw(data):
        while data:
            data = data[os.write(1, data):]

    def sleeper(**more):
        return subprocess.Popen([sys.executable, "-c", SLEEPER, HERE], **more)

    def finding(at, edits=None, **more):
        result = {"byteRange": at, "message": "'hostile' is called"}
        if edits is not None:
            result["edits"] = [{"byteRange": r, "text": t} for r, t in edits]
        result.update(more)
        return result

    def good(request):
        source = request["text"].encode("utf-8")
        at = source.index(b"hostile")
        return {"type": "findings", "id": request["id"], "findings": [finding([at, at + 7])]}

    def daemon():
        if os.fork():
            return
        os.setsid()
        if os.fork():
            os._exit(0)
        os.setsid() if os.getpgid(0) != os.getpid() else None
        os.execvp(sys.executable, [sys.executable, "-c", SLEEPER, HERE])

    def check(request):
        text = request["text"]
        source = text.encode("utf-8")
        mode = re.search("// mode: ([a-z-]+)", text)
        mode = mode.group(1) if mode else "good"
        at = source.find(b"hostile(")
        call = [at, at + len(b"hostile")]
        accent = source.find("é".encode("utf-8"))
        size = len(source)
        reply = good(request)
        ident = request["id"]
        edits = {
            "outside": [([size, size + 1], "x")],
            "far-outside": [([10 ** 12, 10 ** 12 + 1], "x")],
            "negative": [([-1, 0], "x")],
            "reversed": [([5, 4], "x")],
            "three-numbers": [([1, 2, 3], "x")],
            "one-number": [([1], "x")],
            "inside-character": [([accent + 1, accent + 1], "x")],
            "ends-inside-character": [([accent, accent + 1], "x")],
            "overlap": [([at, at + 4], "a"), ([at + 2, at + 6], "b")],
            "two-insertions": [([at, at], "a"), ([at, at], "b")],
            "nul": [(call, "a\0b")],
            "unproved": [(call, "other")],
            "breaks-syntax": [(call, "other((")],
            "loses-comment": [([0, source.index(b"\n")], "")],
            "never-settles": [([size, size], "// more\n")],
            "changes-nothing": [(call, "hostile")],
            "endless-growth": [([0, 0], "// grows\n")],
        }
        if mode in edits:
            reply["findings"] = [finding(call, edits[mode])]
        elif mode.startswith("replace-"):
            change = {"byteRange": call, "since": "other"}
            if mode == "replace-place":
                change["byteRange"] = [at + 1, at + 4]
            elif mode == "replace-code":
                change["since"] = "other)("
            elif mode == "replace-gate":
                change["gate"] = "door"
            elif mode == "replace-view":
                change["gate"] = "view"
            elif mode == "replace-deep":
                change["since"] = "(" * 60000 + ")" * 60000
            reply["findings"] = [finding(call, replace=change)]
            if mode == "replace-and-edits":
                reply["findings"] = [finding(call, [(call, "other")], replace=change)]
        elif mode == "bad-range":
            reply["findings"] = [finding([0, size + 9])]
        elif mode == "range-in-character":
            reply["findings"] = [finding([accent + 1, accent + 2])]
        elif mode == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif mode == "abort":
            os.abort()
        elif mode == "exit":
            os._exit(0)
        elif mode == "fail":
            sys.stderr.write("first\nout of cheese\n")
            os._exit(3)
        elif mode == "hang":
            time.sleep(120)
        elif mode == "hang-hard":
            for number in range(1, 30):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    signal.signal(number, signal.SIG_IGN)
            time.sleep(120)
        elif mode == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif mode == "busy":
            while True:
                pass
        elif mode == "drip":
            while True:
                raw(b" ")
                time.sleep(0.02)
        elif mode == "garbage":
            return raw(b"segmentation fault (core dumped)\n")
        elif mode == "binary":
            return raw(bytes(range(128, 256)) + b"\n")
        elif mode == "empty":
            return raw(b"\n")
        elif mode == "nothing-json":
            return raw(b"null\n")
        elif mode == "list-json":
            return raw(b"[1]\n")
        elif mode == "half":
            raw(json.dumps(reply).encode("utf-8")[:20] + b"\n")
            return
        elif mode == "deep":
            return raw(b'{"type":"findings","id":1,"findings":' + b"[" * 60000 + b"]" * 60000 + b"}\n")
        elif mode == "big-number":
            return raw(b'{"type":"findings","id":1e999,"findings":[]}\n')
        elif mode == "fraction":
            reply["findings"] = [finding([at + 0.5, at + 7])]
        elif mode == "wrong-id":
            reply["id"] = ident + 41
        elif mode == "old-id":
            reply["id"] = ident - 1
        elif mode == "no-id":
            del reply["id"]
        elif mode == "twice":
            line = json.dumps(reply).encode("utf-8") + b"\n"
            return raw(line + line)
        elif mode == "more":
            return raw(json.dumps(reply).encode("utf-8") + b"\nx")
        elif mode == "hello-again":
            return say(HELLO)
        elif mode == "unknown-type":
            reply["type"] = "exec"
        elif mode == "unknown-key":
            reply["findings"][0]["edit"] = []
        elif mode == "no-findings":
            del reply["findings"]
        elif mode == "text-range":
            reply["findings"][0]["byteRange"] = "all"
        elif mode == "long-message":
            reply["findings"][0]["message"] = "x" * 5000
        elif mode == "two-lines":
            reply["findings"][0]["message"] = "a\nb"
        elif mode == "escape":
            reply["findings"][0]["message"] = "\x1b[2Jgone"
        elif mode == "no-message":
            reply["findings"][0]["message"] = ""
        elif mode == "bad-level":
            reply["findings"][0]["level"] = "fatal"
        elif mode == "bad-safety":
            reply["findings"][0]["safety"] = "safe"
        elif mode == "advice-edits":
            reply["findings"] = [finding(call, [(call, "other")], safety="advice")]
        elif mode == "bad-reason":
            reply["left"] = [{"byteRange": call, "reason": "Not A Word"}]
        elif mode == "many":
            reply["findings"] = [finding(call)] * 2000
        elif mode == "many-left":
            reply["left"] = [{"byteRange": call, "reason": "x"}] * 2000
        elif mode == "long-line":
            reply["findings"] = [finding(call, [(call, "x" * 400000)])]
        elif mode == "endless":
            while True:
                raw(b"x" * 65536)
        elif mode == "closes-output":
            os.close(1)
            time.sleep(120)
        elif mode == "error":
            return say({"type": "error", "id": ident, "message": "cannot do this one"})
        elif mode == "child-keeps-output":
            sleeper()
            os._exit(0)
        elif mode == "stderr-flood":
            for _ in range(200):
                os.write(2, b"x" * 65536)
        elif mode == "children":
            for _ in range(5):
                sleeper()
        elif mode == "own-group":
            sleeper(preexec_fn=lambda: os.setpgid(0, 0))
        elif mode == "own-session":
            sleeper(start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
        elif mode == "daemon":
            daemon()
        elif mode == "daemon-then-crash":
            daemon()
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGKILL)
        elif mode == "litter":
            os.makedirs("locked/inner")
            open("locked/inner/file", "w").close()
            os.chmod("locked/inner", 0)
            os.chmod("locked", 0)
            os.symlink("/", "root")
            os.mkfifo("pipe")
            top = os.getcwd()
            for _ in range(3000):
                os.mkdir("d" * 40)
                os.chdir("d" * 40)
            os.chdir(top)
        say(reply)

    HELLO = {"type": "hello", "protocol": 1, "rules": [{"id": "hostile-call", "needles": [["hostile("]]}]}

    def main():
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["type"] == "hello":
                say(HELLO)
            else:
                check(request)

    main()
    """#
}
