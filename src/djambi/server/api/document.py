"""The OpenAPI document of a server, made from its handlers and their structs.

Paths, methods and parameters are the handlers' own; schemas are msgspec's, which are exact: what
forbids unknown fields says `additionalProperties: false`, limits and tags are in them. What the
server writes has every field: a struct that is both read and written, and may leave fields out
when it is read, is two schemas, `Terms` in answers and `TermsInput` in bodies. A handler
whose answers its type does not tell says them by `answers={200: (SomeType,)}` in its decorator,
one that streams by `lines=SomeType`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from djambi._version import __version__
from djambi.server.schemas.base import JSON_LINES
from djambi.server.schemas.requests import ErrorView
from djambi.server.security.endpoints import Endpoint, endpoint_of

Json = dict[str, Any]

_JSON = "application/json"

_NO_PARAMETERS = ("request", "data", "scope", "state", "socket")

_ABOUT = """\
Play Djambi by program. Whatever the socket of a game takes can also be sent message by message
(`POST /api/games/{game}/ask`), and what happens there read as lines of JSON
(`GET /api/games/{game}/stream`). Times are ISO 8601 in UTC; cells, positions and turns are
written as docs/NOTATION.md says. What changes something without a token must carry the headers of
one of the server's own pages. `x-access` says who may call what is not for anybody, `x-limit`
which rate limit counts the calls.
"""


class _Schemas:
    """The schemas of the types met so far, by their names."""

    def __init__(self) -> None:
        self.components: Json = {}

    def of(self, kind: Any) -> Json:
        """Return the schema of a type, or a reference to it."""
        [schema], found = msgspec.json.schema_components(
            [kind], ref_template="#/components/schemas/{name}"
        )
        for name, component in found.items():
            if self.components.setdefault(name, component) != component:
                raise TypeError(f"two structs are called {name}")
        return schema

    def content(self, kind: Any) -> Json:
        """Return a body of JSON."""
        return {_JSON: {"schema": self.of(kind)}}


def document(app: Litestar) -> Json:
    """Return the document of all that `app` offers below /api, ready to be written as JSON."""
    schemas = _Schemas()
    paths: dict[str, Json] = {}
    for route, handler in _shown(app):
        for method in handler.http_methods:
            operation = _operation(route, handler, schemas)
            paths.setdefault(route.path_format, {})[method.lower()] = operation
    components = _separated(paths, schemas.components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Djambi", "version": __version__, "description": _ABOUT},
        "paths": {path: dict(sorted(paths[path].items())) for path in sorted(paths)},
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API token of one's account.",
                }
            },
        },
        "security": [{"token": []}, {}],
    }


def _shown(app: Litestar) -> Iterator[tuple[HTTPRoute, HTTPRouteHandler]]:
    """Yield the handlers that the document shows, with their routes."""
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/"):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema():
                    yield route, handler


def _separated(paths: Mapping[str, Json], components: Mapping[str, Json]) -> Json:
    """Return the schemas of what is read and of what is written, and point `paths` at them."""
    operations = [operation for methods in paths.values() for operation in methods.values()]
    read, written = set[str](), set[str]()
    for operation in operations:
        _reach(operation.get("requestBody", {}), components, read)
        _reach(operation["responses"], components, written)
    split = {
        name
        for name in read & written
        if any(_may_be_left_out(components[each]) for each in _reach_from(name, components))
    }
    inputs = {name: f"{name}Input" for name in split}
    for operation in operations:
        if "requestBody" in operation:
            operation["requestBody"] = _renamed(operation["requestBody"], inputs)
    found: Json = {}
    for name, schema in components.items():
        if name in read:
            found[inputs.get(name, name)] = _renamed(schema, inputs)
        if name in written and (name not in read or name in split):
            properties = schema.get("properties")
            found[name] = {**schema, "required": list(properties)} if properties else schema
    return found


def _may_be_left_out(schema: Json) -> bool:
    return set(schema.get("properties", ())) > set(schema.get("required", ()))


def _reach_from(name: str, components: Mapping[str, Json]) -> set[str]:
    found = {name}
    _reach(components[name], components, found)
    return found


def _reach(part: Any, components: Mapping[str, Json], found: set[str]) -> None:
    """Add the names of all schemas that a part of the document refers to, however deep."""
    if isinstance(part, list):
        parts: list[Any] = cast("Any", part)
        for each in parts:
            _reach(each, components, found)
    elif isinstance(part, dict):
        for key, value in cast("Json", part).items():
            if key != "$ref":
                _reach(value, components, found)
            elif (name := str(value).rsplit("/", 1)[1]) not in found:
                found.add(name)
                _reach(components[name], components, found)


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """Return a part of the document in which these schemas are referred to by other names."""
    if isinstance(part, list):
        parts: list[Any] = cast("Any", part)
        return [_renamed(each, names) for each in parts]
    if not isinstance(part, dict):
        return part
    found: Json = {}
    for key, value in cast("Json", part).items():
        if key == "$ref":
            start, _, name = str(value).rpartition("/")
            found[key] = f"{start}/{names.get(name, name)}"
        else:
            found[key] = _renamed(value, names)
    return found


def _operation(route: HTTPRoute, handler: HTTPRouteHandler, schemas: _Schemas) -> Json:
    first, _, rest = (handler.fn.__doc__ or "").strip().partition("\n\n")
    operation: Json = {
        "operationId": getattr(handler.fn, "__name__", ""),
        "summary": _line(first),
        "tags": [route.path.split("/")[2].split(".")[0]],
    }
    if rest:
        operation["description"] = "\n".join(each.strip() for each in rest.splitlines())
    endpoint = endpoint_of(handler)
    if endpoint.access != "anybody":
        operation["x-access"] = endpoint.access
    if endpoint.limit:
        operation["x-limit"] = endpoint.limit
    parameters = list(_parameters(route, handler, schemas))
    if parameters:
        operation["parameters"] = parameters
    body = handler.parsed_fn_signature.parameters.get("data")
    if body is not None:
        operation["requestBody"] = {"required": True, "content": schemas.content(_limited(body))}
    refused = "It was refused: `code` is for programs, `words` for people."
    operation["responses"] = {
        **_answers(handler, schemas),
        "default": {"description": refused, "content": schemas.content(ErrorView)},
    }
    return operation


def _parameters(route: HTTPRoute, handler: HTTPRouteHandler, schemas: _Schemas) -> Iterator[Json]:
    for name, field in handler.parsed_fn_signature.parameters.items():
        if name not in _NO_PARAMETERS:
            in_path = name in route.path_parameters
            yield {
                "name": name,
                "in": "path" if in_path else "query",
                "required": in_path or field.is_required,
                "schema": schemas.of(_limited(field)),
            }


def _limited(field: FieldDefinition) -> Any:
    """Return the type of a parameter with its limits, which Litestar keeps beside it."""
    kind: Any = field.annotation
    limits: Any = field.kwarg_definition
    longest, pattern = getattr(limits, "max_length", None), getattr(limits, "pattern", None)
    if longest is not None or pattern is not None:
        kind = Annotated[kind, msgspec.Meta(max_length=longest, pattern=pattern)]
    return kind


def _answers(handler: HTTPRouteHandler, schemas: _Schemas) -> Json:
    declared: Mapping[int, tuple[Any, ...]] = handler.opt.get("answers", {})
    if declared:
        return {str(code): _one_of(kinds, schemas) for code, kinds in declared.items()}
    field = handler.parsed_fn_signature.return_type
    kind: Any = field.annotation
    if kind is type(None):
        answer: Json = {"description": "Done."}
    elif field.is_subclass_of(Stream):
        content: Json = {"schema": {"type": "string"}}
        if "lines" in handler.opt:
            content["x-line"] = schemas.of(handler.opt["lines"])
        answer = {"description": "A line of JSON for each.", "content": {JSON_LINES: content}}
    elif field.is_subclass_of(Response):
        inner = field.inner_types[0].annotation if field.inner_types else bytes
        if inner in (str, bytes):
            answer = {"description": "A file.", "content": {"*/*": {}}}
        else:
            answer = _answer(inner, schemas.content(inner))
    elif kind is str:
        answer = {"description": "A text.", "content": {"text/plain": {"schema": schemas.of(str)}}}
    else:
        answer = _answer(kind, schemas.content(kind))
    return {str(handler.status_code): answer}


def _one_of(kinds: tuple[Any, ...], schemas: _Schemas) -> Json:
    """Return an answer that is one of several kinds."""
    answer = _answer(kinds[0], schemas.content(kinds[0]))
    if kinds[1:]:
        answer["content"] = {_JSON: {"schema": {"anyOf": [schemas.of(kind) for kind in kinds]}}}
    return answer


def _answer(kind: Any, content: Json) -> Json:
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return {"description": _line(kind.__doc__ or "") if is_struct else "Done.", "content": content}


def _line(text: str) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join(text.strip().partition("\n\n")[0].split())


@get(
    "/api/openapi.json",
    include_in_schema=False,
    sync_to_thread=False,
    endpoint=Endpoint(is_public=True),
)
def get_document(request: Request[Any, Any, State]) -> Response[bytes]:
    """Return the OpenAPI document of this server; it is made when it is first asked for."""
    state = request.app.state
    if "openapi" not in state:
        state["openapi"] = msgspec.json.encode(document(request.app))
    headers = {"cache-control": "no-cache"}
    return Response(state["openapi"], media_type=_JSON, headers=headers)
