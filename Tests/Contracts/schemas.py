"""Operations of the forges' REST APIs, read from clients that others publish.

The texts of the clients are searched for an operation and only that one is evaluated: to import
them whole takes half a minute.
"""

import ast
import datetime
import importlib
import importlib.util
import json
import pathlib
import re
import sys
import textwrap
import types
import typing

import pydantic
import typing_extensions


class Problem(Exception):
    """A request or an answer that the schemas do not allow."""


class Operation:
    """One method on one path."""

    def __init__(self, name, query, check_body, answers, is_list=False):
        self.name = name
        self.query = query  # the types of the parameters by name
        self.check_body = check_body  # takes the bytes; None where no body is allowed
        self.answers = answers  # status -> TypeAdapter or None; '2xx' for any success

    def check_query(self, pairs):
        seen = {}
        for key, value in pairs:
            seen.setdefault(key, []).append(value)
        for key, values in seen.items():
            if key not in self.query:
                raise Problem(f"{self.name}: there is no parameter '{key}'")
            wanted = self.query[key]
            if wanted is None:
                continue
            try:
                wanted.validate_python(values[0])
            except pydantic.ValidationError:
                try:
                    wanted.validate_python(values)
                except pydantic.ValidationError as error:
                    raise Problem(f"{self.name}: '{key}={values}': {error}") from None

    def check_request(self, body):
        if not body:
            return
        if self.check_body is None:
            raise Problem(f"{self.name}: no body is known")
        self.check_body(body)

    def check_answer(self, status, value):
        wanted = self.answers.get(str(status), self.answers.get(f"{status // 100}xx", False))
        if wanted is False:
            raise Problem(f"{self.name}: a status of {status} is not described")
        if wanted is None:
            return
        try:
            wanted.validate_json(json.dumps(value))
        except pydantic.ValidationError as error:
            raise Problem(f"{self.name}: our own answer of {status} does not fit: {error}") from None


def unknown_keys(model, value):
    """The keys of a mapping that a model does not name."""
    known = set()
    for name, field in model.model_fields.items():
        known |= {name, field.alias, *([str(field.validation_alias)] if field.validation_alias else [])}
    return sorted(set(value) - known)


def body_checker(name, adapter, allows_float_ids=False):
    """Validates without turning numbers into texts or the reverse, and allows no further keys."""

    def check(body):
        try:
            value = json.loads(body)
            found = adapter.validate_json(body, strict=True)
        except (ValueError, pydantic.ValidationError) as error:
            raise Problem(f"{name}: the body does not fit: {error}") from None
        if isinstance(found, pydantic.BaseModel):
            if extra := unknown_keys(type(found), value):
                raise Problem(f"{name}: the body has unknown keys {extra}")

    return check


def path_pattern(template):
    """The regular expression of a path with names in braces."""
    parts = re.split(r"\{(\w+)\}", template)
    text = "".join(
        re.escape(part) if index % 2 == 0 else r"([^/]+)" for index, part in enumerate(parts))
    return re.compile(text + r"\Z")


# GitHub


class GitHub:
    """The REST clients of 'githubkit', which are generated from GitHub's own description."""

    package = "githubkit_schemas.v2022_11_28"
    files = ["pulls", "issues", "repos", "users"]

    def __init__(self):
        self.models = importlib.import_module(self.package + ".models")
        folder = pathlib.Path(self.models.__file__).parent.parent / "rest"
        self.known = {}
        for file in self.files:
            text = (folder / f"{file}.py").read_text()
            for block in re.split(r"\n(?=    (?:async )?def |    @overload)", text):
                if not block.startswith("    def ") or "self._github.request(" not in block:
                    continue
                head = re.search(
                    r'"""([\w-]+/[\w-]+)\n\s*\n\s+(GET|POST|PUT|PATCH|DELETE) (\S+)', block)
                if head:
                    key = (head[2], head[3])
                    self.known[key] = (head[1], path_pattern(head[3]), block)
        if not self.known:
            raise SystemExit("contract tests: the client of GitHub is of another form")
        self.found = {}

    def find(self, method, path):
        # A name in the path is preferred to a place for one.
        matches = [
            (template.count("{"), (verb, template))
            for (verb, template), known in self.known.items()
            if verb == method and known[1].match(path)
        ]
        if not matches:
            return None
        key = min(matches)[1]
        if key not in self.found:
            self.found[key] = self.read(*key)
        return key[1], self.found[key]

    def evaluate(self, node):
        text = ast.unparse(node) if isinstance(node, ast.AST) else node
        return eval(text, self.namespace)  # noqa: S307: code of a pinned package

    @property
    def namespace(self):
        models = self.models

        class Names(dict):
            def __missing__(self, name):
                if hasattr(models, name):
                    return getattr(models, name)
                raise KeyError(name)

        class Missing:
            def __class_getitem__(cls, item):
                return item

        names = Names(vars(typing))
        names.update(
            Missing=Missing, Annotated=typing.Annotated, Field=pydantic.Field,
            _dt=datetime, datetime=datetime.datetime, date=datetime.date, list=list, dict=dict, str=str,
            int=int, bool=bool, UniqueList=list)
        return names

    def read(self, method, template):
        name, _, block = self.known[(method, template)]
        function = ast.parse(textwrap.dedent(block)).body[0]
        annotations = {
            argument.arg: argument.annotation for argument in function.args.kwonlyargs}
        query, answers, check = {}, {}, None
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "params":
                for key, value in zip(node.value.keys, node.value.values):
                    annotation = annotations[value.id]
                    query[key.value] = pydantic.TypeAdapter(self.evaluate(annotation))
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called == "type_validate_python":
                    check = body_checker(
                        name, pydantic.TypeAdapter(self.evaluate(node.args[0])))
                if called == "request":
                    for keyword in node.keywords:
                        if keyword.arg == "response_model":
                            answers["2xx"] = pydantic.TypeAdapter(self.evaluate(keyword.value))
                        if keyword.arg == "error_models":
                            for key, value in zip(keyword.value.keys, keyword.value.values):
                                answers[key.value] = pydantic.TypeAdapter(self.evaluate(value))
        answers.setdefault("2xx", None)
        return Operation(name, query, check, answers)

    def model(self, name):
        return getattr(self.models, name)


# Gitea and Forgejo


class Generated:
    """A client by 'openapi-generator', without the imports of its own."""

    files = ["repository_api", "issue_api", "user_api", "organization_api"]

    def __init__(self, package):
        folder = pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0])
        # Whatever stands in these two would import all models and all methods.
        for name, path in [(package, folder), (package + ".models", folder / "models")]:
            module = types.ModuleType(name)
            module.__path__ = [str(path)]
            sys.modules[name] = module
        self.package = package
        self.names = dict(
            re.findall(
                r"from \S+\.models\.(\w+) import (\w+)", (folder / "models/__init__.py").read_text()))
        self.names = {name: module for module, name in self.names.items()}
        self.known = {}
        for file in self.files:
            text = (folder / "api" / f"{file}.py").read_text()
            blocks = {}
            for block in re.split(r"\n(?=    (?:async )?def )|\n    @validate_call\n", text):
                if head := re.match(r"    (?:async )?def (\w+)\(", block):
                    blocks[head[1]] = block
            for name, block in blocks.items():
                verb = re.search(r"method='(\w+)',\s+resource_path='([^']+)'", block)
                plain = re.match(r"_(\w+)_serialize\Z", name)
                if verb and plain:
                    self.known[(verb[1], verb[2])] = (
                        plain[1], path_pattern(verb[2]), block, blocks[plain[1]])
        if not self.known:
            raise SystemExit(f"contract tests: '{package}' is of another form")
        self.found = {}

    find = GitHub.find

    def model(self, name):
        module = importlib.import_module(f"{self.package}.models.{self.names[name]}")
        return getattr(module, name)

    def evaluate(self, text):
        owner = self

        class Names(dict):
            def __missing__(self, name):
                if name in owner.names:
                    return owner.model(name)
                raise KeyError(name)

        names = Names(vars(typing))
        names.update({key: getattr(pydantic, key) for key in pydantic.__all__ if key[0].isupper()})
        names.update(
            Annotated=typing_extensions.Annotated, datetime=datetime.datetime, int=int, str=str,
            bool=bool, object=object, date=datetime.date)
        return eval(text, names)  # noqa: S307: code of a pinned package

    def read(self, method, template):
        name, _, serialized, public = self.known[(method, template)]
        function = ast.parse(textwrap.dedent(public)).body[0]
        annotations = {
            argument.arg: argument.annotation
            for argument in function.args.args if not argument.arg.startswith("_")}

        def adapter(argument):
            text = ast.unparse(annotations[argument])
            # Parameters arrive as texts.
            text = text.replace("strict=True, ", "").replace("StrictInt", "int")
            return pydantic.TypeAdapter(self.evaluate(text.replace("StrictBool", "bool")))

        query = {
            key: adapter(argument)
            for key, argument in re.findall(
                r"_query_params\.append\(\s*\(\s*'([^']+)',\s*(\w+)", serialized)}
        check = None
        if body := re.search(r"if (\w+) is not None:\s+_body_params = \1", serialized):
            wanted = pydantic.TypeAdapter(self.evaluate(ast.unparse(annotations[body[1]])))
            check = body_checker(name, wanted)
        table = re.search(r"_response_types_map[^=]*= (\{.*?\n        \})", public, re.DOTALL)
        answers = {
            status: pydantic.TypeAdapter(self.evaluate(kind)) if kind else None
            for status, kind in ast.literal_eval(table[1]).items()}
        return Operation(name, query, check, answers)


# GitLab


class GitLab:
    """What three clients know of the API; none of them describes both sides.

    'python-gitlab' names the methods, paths and attributes, 'glnova' further parameters of lists,
    'gitlab-api' has models of the answers.
    """

    # Documented by GitLab and in no client: what PUT on a merge request takes.
    documented = {("PUT", "/projects/{project_id}/merge_requests/{id}"): {"remove_labels"}}

    def __init__(self):
        self.objects = importlib.import_module("gitlab.v4.objects")
        self.mixins = importlib.import_module("gitlab.mixins")
        folder = pathlib.Path(
            importlib.util.find_spec("gitlab_api").submodule_search_locations[0])
        spec = importlib.util.spec_from_file_location(
            "gitlab_answers", folder / "gitlab_response_models.py")
        self.answers = importlib.util.module_from_spec(spec)
        sys.modules["gitlab_answers"] = self.answers
        spec.loader.exec_module(self.answers)
        self.known = {}
        for manager in vars(self.objects).values():
            path = getattr(manager, "_path", None)
            if not isinstance(manager, type) or not isinstance(path, str):
                continue
            item = path + "/{id}"
            for mixin, verb, place in [
                ("ListMixin", "GET", path), ("GetMixin", "GET", item),
                ("CreateMixin", "POST", path), ("UpdateMixin", "PUT", item),
                ("DeleteMixin", "DELETE", item), ("GetWithoutIdMixin", "GET", path),
            ]:
                if issubclass(manager, getattr(self.mixins, mixin)):
                    self.known.setdefault(
                        (verb, place), (manager.__name__, path_pattern(place), manager))
        if issubclass(self.objects.CurrentUserManager, self.mixins.GetWithoutIdMixin):
            self.known.setdefault(
                ("GET", "/user"),
                ("CurrentUserManager", path_pattern("/user"), self.objects.CurrentUserManager))
        self.further = {
            "ProjectMergeRequestManager": self.parameters(
                "glnova/merge_request/base.py", "_list_project_merge_requests_params"),
            "ProjectIssueManager": self.parameters(
                "glnova/issue/base.py", "_list_issues_helper"),
        }
        self.found = {}

    find = GitHub.find

    @staticmethod
    def parameters(file, function):
        root = importlib.util.find_spec("glnova").submodule_search_locations[0]
        text = (pathlib.Path(root).parent / file).read_text()
        start = text.find(f"def {function}(")
        if start < 0:
            raise SystemExit(f"contract tests: 'glnova' has no '{function}'")
        end = text.find("\n    def ", start)
        return set(re.findall(r'params\["([\w\[\]]+)"\] =', text[start:end]))

    def read(self, method, template):
        name, _, manager = self.known[(method, template)]
        name = f"{method} {template}"
        page = {"page": pydantic.TypeAdapter(int), "per_page": pydantic.TypeAdapter(
            typing.Annotated[int, pydantic.Field(ge=1, le=100)])}
        query = {}
        if method == "GET" and template == manager._path:
            filters = set(getattr(manager, "_list_filters", ())) | self.further.get(
                manager.__name__, set())
            # Notes are sorted by what python-gitlab passes on without naming it.
            if manager.__name__ == "ProjectMergeRequestNoteManager":
                filters |= {"sort", "order_by"}
            enumerated = {
                "sort": typing.Literal["asc", "desc"],
                "order_by": typing.Literal["created_at", "updated_at"],
                "state": typing.Literal["all", "opened", "closed", "merged", "locked"]}
            query = {
                key: pydantic.TypeAdapter(enumerated[key]) if key in enumerated else None
                for key in filters}
            query.update(page)
        check = None
        if method in ("POST", "PUT"):
            check = self.body_checker(name, method, template, manager)
        answer = self.answer(manager)
        if answer and method == "GET" and issubclass(manager, self.mixins.ListMixin) and (
                template == manager._path):
            answer = list[answer]
        return Operation(
            name, query, check, {"2xx": pydantic.TypeAdapter(answer) if answer else None})

    def body_checker(self, name, method, template, manager):
        known = manager._create_attrs if method == "POST" else manager._update_attrs
        allowed = set(known.required) | set(known.optional) | set(known.exclusive)
        allowed |= self.documented.get((method, template), set())
        # What an answer has under the same name has the same type.
        model = self.answer(manager)

        def check(body):
            try:
                value = json.loads(body)
            except ValueError as error:
                raise Problem(f"{name}: the body is not JSON: {error}") from None
            try:
                known.validate_attrs(data=value)
            except AttributeError as error:
                raise Problem(f"{name}: {error}") from None
            if extra := sorted(set(value) - allowed):
                raise Problem(f"{name}: the body has unknown attributes {extra}")
            for key, item in value.items():
                if key in ("labels", "remove_labels", "add_labels"):
                    if not isinstance(item, str):
                        raise Problem(f"{name}: '{key}' is a list with commas, not {item!r}")
                elif key == "state_event":
                    if item not in ("close", "reopen"):
                        raise Problem(f"{name}: 'state_event' cannot be {item!r}")
                elif key in model.model_fields:
                    try:
                        pydantic.TypeAdapter(model.model_fields[key].annotation).validate_python(
                            item, strict=True)
                    except pydantic.ValidationError as error:
                        raise Problem(f"{name}: '{key}': {error}") from None
                if item is None:
                    raise Problem(f"{name}: '{key}' is null")

        return check

    def answer(self, manager):
        name = {
            "ProjectManager": "Project", "ProjectMergeRequestManager": "MergeRequest",
            "ProjectMergeRequestNoteManager": "Note", "ProjectIssueManager": "Issue",
            "CurrentUserManager": "User",
        }.get(manager.__name__)
        return getattr(self.answers, name) if name else None

    def model(self, name):
        return getattr(self.answers, name)


# Examples


def example(kind, depth=0, overrides=None):
    """A value of a type, with what is required and nothing else; models as mappings."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Annotated, typing_extensions.Annotated):
        return example(arguments[0], depth)
    if origin in (typing.Union, types.UnionType):
        if type(None) in arguments:
            return None
        return example(arguments[0], depth)
    if origin in (typing.Literal, typing_extensions.Literal):
        return arguments[0]
    if origin in (list, set, tuple):
        return []
    if origin is dict or kind in (dict, typing.Any, object):
        return {}
    if isinstance(kind, type) and issubclass(kind, pydantic.BaseModel):
        value = {}
        for name, field in kind.model_fields.items():
            if field.is_required():
                value[field.alias or name] = example(field.annotation, depth + 1)
        value.update(overrides or {})
        return value
    if kind in (None, type(None)):
        return None
    if kind is bool:
        return False
    if kind is int:
        return 1
    if kind is float:
        return 1.0
    if kind is datetime.datetime:
        return "2027-01-15T08:00:00Z"
    if kind is datetime.date:
        return "2027-01-15"
    if kind is str or isinstance(kind, type):
        return "https://example.com/x"
    return None
