"""The state of one cached prompt, without any input or output: the two clients differ in the way they wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import httpx

from ._errors import GONE, AgentIdentityError, prompt_error_of
from ._genuine import foreign_answer, require_genuine

PromptSource = Literal["fresh", "cached", "stale", "disk", "fallback"]

#: After a failure the service is asked again no sooner than after this, and twice that after the next, up to the TTL; or
#: when it said so itself.
FIRST_PAUSE = 0.5
#: ``Retry-After: 0`` must not make a busy loop.
LEAST_PAUSE = 0.1
#: After these the same request may be answered soon: the service is away, starting, or refuses for now.
PASSING = (0, 429, 502, 503, 504)


@dataclass(frozen=True)
class Prompt:
    """A prompt and where it came from.

    ``fresh``: the service's answer to this call; ``cached``: known to be current within the TTL; ``stale``: older than
    that, and asked for again; ``disk``: kept by an earlier process; ``fallback``: the caller's own text.
    """

    text: str
    #: The number of the version; None for a digest, and from a service that numbers none.
    version: int | None
    etag: str | None
    source: PromptSource
    #: Why the service could not be asked, for ``stale``, ``disk`` and ``fallback``.
    error: Exception | None = None


class PromptState:
    """The last copy of one prompt, and when to ask for the next. Seconds everywhere."""

    def __init__(self, ttl: float, is_genuine: Callable[[str, str | None], bool]) -> None:
        """``is_genuine`` says whether a text with its ETag is what the service sends."""
        self.ttl = ttl
        self._is_genuine = is_genuine
        self.copy: Prompt | None = None
        self.failure: Exception | None = None
        self._current_until = 0.0
        self._failures = 0
        self.next_try = 0.0
        #: The text before the agent or key was gone, to which the text after its return is compared.
        self._lost_text: str | None = None
        #: False after the service said that the agent or key is gone, even where the file cannot be deleted.
        self._is_store_valid = True

    @property
    def is_current(self) -> bool:
        return self.copy is not None and time.monotonic() < self._current_until

    @property
    def is_paused(self) -> bool:
        """Whether the service failed a moment ago."""
        return self.failure is not None and time.monotonic() < self.next_try

    def outdated(self) -> Prompt | None:
        if self.copy is None:
            return None
        source: PromptSource = "disk" if self.copy.source == "disk" else "stale"
        return replace(self.copy, source=source, error=self.failure)

    def take(self, response: httpx.Response) -> tuple[Prompt, bool]:
        """The prompt of an answer, and whether its text differs from the copy before.

        Raises what the service refused, and for an answer that is not the service's.
        """
        require_genuine(response)
        before = self.copy
        if response.status_code == 304 and before is not None:
            copy = replace(before, source="cached", error=None)
        elif response.is_success:
            version = response.headers.get("X-Prompt-Version", "")
            copy = Prompt(
                response.text, int(version) if version.isdigit() else None, response.headers.get("ETag"), "cached"
            )
            if not self._is_genuine(copy.text, copy.etag):
                raise foreign_answer(response, "its text is not what was asked for")
        else:
            raise prompt_error_of(response)
        text_before = self._lost_text if before is None else before.text
        self.copy = copy
        self._current_until = time.monotonic() + self.ttl
        self.failure = None
        self._failures = 0
        self._is_store_valid = True
        return replace(copy, source="fresh"), text_before is not None and text_before != copy.text

    def fail(self, error: Exception) -> None:
        self.failure = error
        if isinstance(error, GONE):
            self._forget()
        asked = error.retry_after if isinstance(error, AgentIdentityError) else None
        pause = min(FIRST_PAUSE * 2**self._failures, self.ttl) if asked is None else max(asked, LEAST_PAUSE)
        self.next_try = time.monotonic() + pause
        self._failures = min(self._failures + 1, 20)

    def _forget(self) -> None:
        if self.copy is not None:
            self._lost_text = self.copy.text
        self.copy = None
        self._is_store_valid = False

    def last_resort(self, kept: Prompt | None, fallback: str | None) -> Prompt | None:
        """Returned when the service is unavailable: the copy of an earlier process, or the fallback."""
        if self.copy is None and self._is_store_valid and kept is not None and self._is_genuine(kept.text, kept.etag):
            self.copy = kept
        outdated = self.outdated()
        if outdated is not None or fallback is None:
            return outdated
        return Prompt(fallback, None, None, "fallback", self.failure)


class Patience:
    """How long a caller who has neither a copy nor a fallback goes on asking."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._refusal: Exception | None = None

    @property
    def left(self) -> float:
        return max(self._deadline - time.monotonic(), 0.001)

    def wait_after(self, error: Exception, next_try: float) -> float:
        """Seconds until the next attempt. Raises the reason when there is none."""
        status = error.status if isinstance(error, AgentIdentityError) else None
        if status:
            # A refusal says more than that the last attempt was cut off by the deadline.
            self._refusal = error
        if status not in PASSING or next_try >= self._deadline:
            raise self._refusal or error
        return max(next_try - time.monotonic(), 0.0)
