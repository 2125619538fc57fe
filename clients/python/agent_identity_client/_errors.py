from __future__ import annotations

import re

import httpx

from ._retry_after import retry_after


class AgentIdentityError(Exception):
    """A request that the service refused, or that did not reach it.

    ``status`` is 0 when nobody answered, or the status that another server answered in its place. ``retry_after``: how many
    seconds the service asks to wait before the next request. The message says what to do.
    """

    def __init__(self, status: int, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
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
    return AgentIdentityError(
        response.status_code,
        sentence_of(response) or f"The service returned an error ({response.status_code}).",
        retry_after(response.headers.get("Retry-After")),
    )


def prompt_error_of(response: httpx.Response) -> AgentIdentityError:
    """As ``error_of``, for the read of a prompt, whose agent or key may be gone.

    Gateways answer 401 and 404 too; such an answer is an outage, because its type, its fields or its sentence are not
    those of the service.
    """
    error = error_of(response)
    is_json = response.headers.get("Content-Type", "").lower().split(";")[0].strip() == "application/json"
    if not is_json or sentence_of(response) is None or len(response.json()) != 1:
        return error
    if error.status in (401, 403):
        return KeyRevokedError(error.status, str(error))
    # An address that is no route of the service says nothing about the agent.
    if error.status == 404 and re.search(r"^[A-Z].* not found$", str(error)):
        return AgentGoneError(error.status, str(error))
    return error


def sentence_of(response: httpx.Response) -> str | None:
    try:
        message = response.json()["error"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return message if isinstance(message, str) else None


def unreachable(base_url: str, cause: Exception) -> AgentIdentityError:
    error = AgentIdentityError(
        0,
        f"Cannot reach the Agent Identity Service at {base_url}. Check that it is running, "
        "and that base_url or AGENT_IDENTITY_URL is its address.",
    )
    error.__cause__ = cause
    return error
