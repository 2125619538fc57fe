"""Tells answers of the service from those of servers in between.

A hotel's network or a sign-in proxy answers any request with 200 and a page of its own, which must never be taken for a
prompt.
"""

from __future__ import annotations

import hashlib
import json
import re

import httpx

from ._errors import AgentIdentityError

#: The types of all successful answers of the API.
OWN_TYPES = re.compile(
    r"(?:application/(?:json|x-ndjson|yaml|zip)|text/markdown|image/(?:svg\+xml|png|jpeg|webp))(?:;|$)", re.IGNORECASE
)
#: An ``ETag`` that is a hash. Proxies that compress mark it as weak or add a suffix.
HASH = re.compile(r'(?:W/)?"([0-9a-f]{64})(?:[-;]\w+)?"')
#: The ``ETag`` of ``GET /agents/{agentId}/files``, which names a revision.
FILE = re.compile(r'(?:W/)?"file-')


def require_genuine(response: httpx.Response) -> None:
    """Raises AgentIdentityError for a redirect, and for a success that the service did not send, or not so.

    The service never redirects clients; a redirect would take the request and its key elsewhere.
    """
    status = response.status_code
    if 300 <= status < 400 and status != 304:
        raise foreign_answer(response, f"it redirects to {response.headers.get('Location', 'another address')}")
    if not response.is_success:
        return
    kind = response.headers.get("Content-Type", "")
    if not OWN_TYPES.match(kind):
        raise foreign_answer(response, f"it sent {kind or 'nothing'}")
    if response.request.method == "HEAD":
        return
    if is_json(kind):
        if not isinstance(parse_json(response.text), (dict, list)):
            raise foreign_answer(response, "its JSON is incomplete, or no object")
    elif not kind.lower().startswith(("application/zip", "image/")):
        etag = response.headers.get("ETag", "")
        if not FILE.match(etag) and not is_hash_of(response.content, etag):
            raise foreign_answer(response, "its text does not match its ETag")


def is_json(content_type: str) -> bool:
    return content_type.lower().startswith("application/json")


def is_hash_of(text: bytes, etag: str | None) -> bool:
    """Whether an ``ETag`` is the SHA-256 of the text, which shows that nothing in between cut or replaced it."""
    hashed = HASH.fullmatch(etag or "")
    return hashed is not None and hashed[1] == hashlib.sha256(text).hexdigest()


def is_prompt(text: str, etag: str | None) -> bool:
    return is_hash_of(text.encode("utf-8", "surrogatepass"), etag)


def are_prompt_parts(text: str, _etag: str | None) -> bool:
    parts = parse_object(text) or {}
    return (
        isinstance(parts.get("introduction"), str)
        and isinstance(parts.get("kinds"), list)
        and isinstance(parts.get("config"), dict)
    )


def parse_object(text: str) -> dict[str, object] | None:
    """The fields of a JSON object; None for anything else."""
    value = parse_json(text)
    return value if isinstance(value, dict) else None


def parse_json(text: str) -> object:
    """The value of a JSON text; None for anything else."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def foreign_answer(response: httpx.Response, reason: str) -> AgentIdentityError:
    """Another server answered: the sign-in page of a network or proxy, or a wrong address."""
    url = response.request.url
    return AgentIdentityError(
        response.status_code,
        f"What answered at {url.scheme}://{url.netloc.decode()} is not an Agent Identity Service: {reason}. Open the "
        "address in a browser to see whether a network or proxy asks to sign in, or correct base_url or "
        "AGENT_IDENTITY_URL.",
    )
