from __future__ import annotations

import httpx

from ._retry_after import retry_after


class AgentIdentityError(Exception):
    """A request that the service refused, or that did not reach it.

    ``status`` is 0 when nobody answered, or the status that another server answered in its place. ``retry_after``: how many
    seconds the service asks to wait before the next request. ``code`` is the kind of the error, such as ``not_found`` or
    ``stale``, by which programs decide; None for a 401, and when the service did not answer. The message says what to do.
    """

    def __init__(
        self, status: int, message: str, retry_after: float | None = None, code: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class AgentGoneError(AgentIdentityError):
    """The service has no such agent, or no such label of it: it was deleted, or never existed.

    Copies of it are deleted.
    """


class KeyRevokedError(AgentIdentityError):
    """The service refuses the key: it was revoked, or may not read this agent. Copies that it read are deleted."""


#: The service said that there is nothing to read; an outage never does.
GONE = (AgentGoneError, KeyRevokedError)


def error_of(response: httpx.Response) -> AgentIdentityError:
    """The error that a response reports: the service's own sentence, or one that names the status."""
    body = _body_of(response)
    sentence = body.get("error")
    code = body.get("code") if _is_own(response, body) else None
    return AgentIdentityError(
        response.status_code,
        sentence if isinstance(sentence, str) else f"The service returned an error ({response.status_code}).",
        retry_after(response.headers.get("Retry-After")),
        code if isinstance(code, str) else None,
    )


def prompt_error_of(response: httpx.Response) -> AgentIdentityError:
    """As ``error_of``, for the read of a prompt, whose agent or key may be gone.

    Gateways answer 401 and 404 too; such an answer is an outage, because its type or its fields are not those of the
    service.
    """
    error = error_of(response)
    if error.status in (401, 403) and _is_own(response, _body_of(response)):
        return KeyRevokedError(error.status, str(error), code=error.code)
    # An address that is no route of the service has another code: it says nothing about the agent.
    if error.status == 404 and error.code == "not_found":
        return AgentGoneError(error.status, str(error), code=error.code)
    return error


def _body_of(response: httpx.Response) -> dict[str, object]:
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _is_own(response: httpx.Response, body: dict[str, object]) -> bool:
    """Whether the body is an error of the service: JSON with a sentence, mostly a code, and nothing else."""
    is_json = response.headers.get("Content-Type", "").lower().split(";")[0].strip() == "application/json"
    return is_json and {"error"} <= body.keys() <= {"error", "code"} and all(isinstance(value, str) for value in body.values())


def unreachable(base_url: str, cause: Exception) -> AgentIdentityError:
    error = AgentIdentityError(
        0,
        f"Cannot reach the Agent Identity Service at {base_url}. Check that it is running, "
        "and that base_url or AGENT_IDENTITY_URL is its address.",
    )
    error.__cause__ = cause
    return error
