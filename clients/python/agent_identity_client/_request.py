"""Builds requests and decides on retries, without sending anything."""

from __future__ import annotations

import os
import random
import re
import uuid
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

import httpx

from ._errors import error_of, unreachable
from ._genuine import is_json, require_genuine
from ._retry_after import retry_after

Document = Literal["prompt", "prompt-parts"]

FIRST_WAIT = 0.25


def client_name(text: str) -> str:
    """The name of a client of any text: that of a text without a slash is of the kind ``sdk-py``."""
    kind, slash, name = text.partition("/")
    return f"{_part(kind)}/{_part(name)}" if slash else f"sdk-py/{_part(kind)}"


def _part(text: str) -> str:
    cleaned = re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-")
    return cleaned[:63] or "unnamed"


def _working_directory() -> str:
    """The name of the working directory; empty where it was deleted."""
    try:
        return os.path.basename(os.getcwd())
    except OSError:
        return ""


class Choice(NamedTuple):
    """Which prompt of an agent: the live one by default."""

    label: str | None = None
    environment: str | None = None
    version: int | None = None
    max_tokens: int | None = None


LIVE = Choice()


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | None
    #: The value of ``X-Client``.
    client: str | None
    cache_dir: str | None
    #: Seconds.
    ttl: float
    #: How long a request of the API may take.
    timeout: float
    #: How long a prompt may take in all while there is no copy.
    prompt_timeout: float
    retries: int

    @classmethod
    def read(
        cls,
        base_url: str | None,
        api_key: str | None,
        client: str | None,
        cache_dir: str | None,
        ttl_ms: float,
        timeout_ms: float | None,
        retries: int,
    ) -> Settings:
        address = base_url or os.environ.get("AGENT_IDENTITY_URL") or "http://127.0.0.1:3000"
        key = api_key or os.environ.get("AGENT_IDENTITY_API_KEY")
        named = (os.environ.get("AGENT_IDENTITY_CLIENT") or _working_directory()) if client is None else client
        timeout, prompt_timeout = (20.0, 10.0) if timeout_ms is None else (timeout_ms / 1000, timeout_ms / 1000)
        name = client_name(named) if named else None
        return cls(address.rstrip("/"), key, name, cache_dir, ttl_ms / 1000, timeout, prompt_timeout, retries)

    @property
    def root(self) -> str:
        return f"{self.base_url}/api/v1"

    @property
    def headers(self) -> dict[str, str]:
        key = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        return {**key, "X-Client": self.client} if self.client else key

    def document_url(self, agent: str, document: Document, choice: Choice) -> str:
        query = httpx.QueryParams({k: v for k, v in choice._asdict().items() if v is not None})
        url = f"{self.root}/agents/{quote(agent, safe='')}/{document}"
        return f"{url}?{query}" if query else url


@dataclass(frozen=True)
class Call:
    """One request to the API."""

    method: str
    path: str
    query: dict[str, Any]
    body: dict[str, Any] | None
    files: dict[str, Any] | None

    @classmethod
    def of(
        cls,
        method: str,
        template: str,
        path: dict[str, Any],
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        file: Any = None,
    ) -> Call:
        address = template.format(**{name: quote(str(value), safe="") for name, value in path.items()})
        given = {name: as_text(value) for name, value in (query or {}).items() if value is not None}
        fields = None if body is None else {name: value for name, value in body.items() if value is not UNSET}
        return cls(method, address, given, fields, None if file is None else {"file": file})

    def arguments(self) -> dict[str, Any]:
        """The same for httpx; a change gets an ``Idempotency-Key``, so that it is carried out once however often it is sent."""
        headers = {} if self.method == "GET" else {"Idempotency-Key": str(uuid.uuid4())}
        if self.files is not None:
            return {"params": self.query, "data": self.body, "files": self.files, "headers": headers}
        return {"params": self.query, "json": self.body, "headers": headers}

    def wait_before_repeating(self, response: httpx.Response | None, attempt: int, has_key: bool) -> float | None:
        """Seconds, or None when it must not be sent again.

        Temporary refusals are sent again, a 409 with ``Retry-After`` too: a twin of the request runs. It is not known
        whether a request without an answer was carried out; the service reads the ``Idempotency-Key`` only with
        credentials, and without them only a request that may be carried out twice is sent again then.
        """
        repeatable = has_key or self.method not in ("POST", "PATCH")
        if response is None:
            may = repeatable
        else:
            status = response.status_code
            has_twin = status == 409 and "Retry-After" in response.headers
            may = has_twin or status in (429, 503) or (repeatable and status in (502, 504))
        if not may:
            return None
        asked = None if response is None else retry_after(response.headers.get("Retry-After"))
        return asked if asked is not None else FIRST_WAIT * 2**attempt * random.uniform(0.5, 1.5)


class Exchange:
    """A call and its repetitions: what is sent, how long to wait, and what comes of it."""

    def __init__(self, settings: Settings, call: Call) -> None:
        self._settings = settings
        self._call = call
        self._attempt = 0
        self._answer: httpx.Response | httpx.HTTPError | None = None
        self.request: dict[str, Any] = {
            "method": call.method,
            "url": settings.root + call.path,
            **call.arguments(),
        }

    def wait_after(self, answer: httpx.Response | httpx.HTTPError) -> float | None:
        """Seconds until the request is sent again; None when there is a result."""
        self._answer = answer
        response = answer if isinstance(answer, httpx.Response) else None
        wait = self._call.wait_before_repeating(response, self._attempt, self._settings.api_key is not None)
        self._attempt += 1
        return wait if self._attempt <= self._settings.retries else None

    def result(self) -> Any:
        """The body of a success. Raises AgentIdentityError otherwise."""
        if isinstance(self._answer, httpx.Response):
            return result_of(self._answer)
        raise unreachable(self._settings.base_url, self._answer or Exception())


class Unset:
    """Left out, which is not the same as None: that clears a field."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Any = Unset()


def result_of(response: httpx.Response) -> Any:
    """The body of a success. Raises AgentIdentityError otherwise."""
    require_genuine(response)
    if not response.is_success:
        raise error_of(response)
    kind = response.headers.get("Content-Type", "")
    if is_json(kind):
        return response.json()
    return response.text if kind.startswith("text/") else response.content


def as_text(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else value
