"""The corpora of the benchmarks: a generated project of any size, and clones of repositories."""
import os, random, subprocess, time

WORDS = "account balance chart detail entry feed graph history item journal label metric".split()
# What a twelfth of the files holds besides ordinary code, in turn: sites of UIKit and of SwiftUI.
SITES = [
    ["  private let titleLabel = UILabel()", "", "  override func viewDidLoad() {", "    super.viewDidLoad()",
     "    navigationItem.leftBarButtonItem = UIBarButtonItem(customView: titleLabel)", "  }"],
    ["  func showFilter() {", "    let sheet = UIHostingController(rootView: FilterView{index}())",
     "    sheet.sheetPresentationController?.detents = [.medium()]", "    present(sheet, animated: true)", "  }"],
]
SHEET = """
struct FilterView{index}: View {{
  var body: some View {{
    Text("Filter").padding().presentationDetents([.medium]).presentationBackground(.regularMaterial)
  }}
}}
"""


def generate(folder, files=2000, size=6000):
    """A project in which about a twelfth of the bytes stands in files that recipes look at."""
    chance = random.Random(26)
    for index in range(files):
        lines = ["import SwiftUI", "import UIKit", "", f"final class Screen{index}: UIViewController {{"]
        length = 0
        while length < size:
            name = "".join(w.capitalize() for w in chance.sample(WORDS, 3))
            part = [f"  /// Updates the {name} from the model.",
                    f"  func update{name}{len(lines)}(_ value: Int, animated: Bool = true) {{",
                    f"    guard value > {chance.randrange(100)} else {{ return }}",
                    f"    let text = \"{name} \\(value) of {chance.randrange(1000)}\"",
                    "    UIView.animate(withDuration: animated ? 0.3 : 0) { self.view.alpha = 1 }",
                    "    print(text)", "  }", ""]
            lines += part
            length += sum(len(line) + 1 for line in part)
        has_site = index % 12 == 0
        if has_site:
            lines += [line.replace("{index}", str(index)) for line in SITES[index // 12 % 2]]
        lines += ["}", ""]
        if has_site and index // 12 % 2 == 1:
            lines += SHEET.format(index=index).splitlines()
        path = os.path.join(folder, f"App/Part{index % 40}", f"Screen{index}.swift")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write("\n".join(lines))
    commit(folder)


def settle(folder):
    """Lets git write its index once more, so that it is a second younger than the files: of files as
    young as their index git knows nothing without reading them."""
    time.sleep(1.1)
    subprocess.run(["git", "-C", folder, "reset", "-q"], check=True)


def commit(folder):
    git = ["git", "-C", folder, "-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.com"]
    when = dict(os.environ, GIT_AUTHOR_DATE="1700000000 +0000", GIT_COMMITTER_DATE="1700000000 +0000")
    subprocess.run(git + ["init", "-q", "-b", "main"], check=True, env=when)
    subprocess.run(git + ["add", "-A"], check=True, env=when)
    subprocess.run(git + ["commit", "-q", "-m", "Corpus"], check=True, env=when)
    settle(folder)


def clone(repository, folder):
    subprocess.run(["git", "clone", "-q", "--depth", "1", "file://" + os.path.abspath(repository), folder], check=True)
    settle(folder)


def name(repository):
    path = os.path.abspath(repository.rstrip("/"))
    base = os.path.basename(path)
    return os.path.basename(os.path.dirname(path)).split("+")[-1] if base == "repo" else base


def swift_bytes(folder):
    return sum(os.path.getsize(os.path.join(d, f)) for d, _, fs in os.walk(folder) for f in fs if f.endswith(".swift"))
