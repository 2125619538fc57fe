from __future__ import annotations

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


def error_of(response: httpx.Response) -> AgentIdentityError:
    """The error that a response reports: the service's own sentence, or one that names the status."""
    try:
        body = response.json()
        message = body["error"]
        if not isinstance(message, str):
            raise TypeError
    except (ValueError, KeyError, TypeError):
        message = f"The service returned an error ({response.status_code})."
    return AgentIdentityError(response.status_code, message, retry_after(response.headers.get("Retry-After")))


def unreachable(base_url: str, cause: Exception) -> AgentIdentityError:
    error = AgentIdentityError(
        0,
        f"Cannot reach the Agent Identity Service at {base_url}. Check that it is running, "
        "and that base_url or AGENT_IDENTITY_URL is its address.",
    )
    error.__cause__ = cause
    return error
