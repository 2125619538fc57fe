from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

import httpx

from ._base import ClientBase, KeeperBase
from ._dynamic_prompt import Variant, check_seed
from ._errors import GONE, unreachable
from ._generated.operations import Operations
from ._prompt import Patience, Prompt
from ._request import Call, Choice, Document, Exchange, Settings


class AgentIdentity(ClientBase[httpx.Client, httpx.BaseTransport, "_Keeper"], Operations):
    """A client of the Agent Identity Service, safe to share between threads.

    Each route of the API is a method with keyword arguments: ``list_agents(limit=10)``.
    """

    def _open(self, settings: Settings, transport: httpx.BaseTransport | None) -> httpx.Client:
        return httpx.Client(headers=settings.headers, timeout=settings.timeout, transport=transport)

    def _new_keeper(self, url: str, document: Document) -> _Keeper:
        return _Keeper(self._http, self._settings, url, document)

    def agent(self, slug_or_id: str) -> Agent:
        """One agent. Does not ask the service."""
        return Agent(self, slug_or_id)

    def close(self) -> None:
        """Ends all ``on_change`` and closes the connections."""
        for keeper in list(self._keepers.values()):
            keeper.stop()
        self._http.close()

    def __enter__(self) -> AgentIdentity:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, call: Call) -> Any:
        exchange = Exchange(self._settings, call)
        while True:
            answer: httpx.Response | httpx.HTTPError
            try:
                answer = self._http.request(**exchange.request)
            except httpx.HTTPError as error:
                answer = error
            wait = exchange.wait_after(answer)
            if wait is None:
                return exchange.result()
            time.sleep(wait)


class Agent:
    """One agent as its prompts' reader."""

    def __init__(self, client: AgentIdentity, slug_or_id: str) -> None:
        self._client = client
        self._name = slug_or_id

    def prompt(
        self,
        *,
        label: str | None = None,
        environment: str | None = None,
        version: int | None = None,
        fallback: str | None = None,
        max_tokens: int | None = None,
    ) -> Prompt:
        """The agent's prompt.

        The first call waits for the service; later ones are answered from memory, and copies that are older than the TTL
        are checked in the background. Raises AgentIdentityError only when there is no copy, neither in memory nor on disk,
        and no fallback; before that it asks again for ``timeout_ms``, as ``Retry-After`` says. Raises AgentGoneError or
        KeyRevokedError, unless there is a fallback, when the service says that the agent was deleted or the key revoked,
        which deletes the copies. ``label``: the version that carries it; ``environment``: that of its slug, else the live prompt;
        ``version``: by its number; ``max_tokens``: the digest instead, 200 to 4,000. At most one of the four.
        """
        return self._client._keeper(
            self._name, "prompt", Choice(label, environment, version, max_tokens)
        ).prompt(fallback)

    def render(
        self, seed: int, *, config: Mapping[str, Any] | None = None, fallback: str | None = None
    ) -> Variant:
        """A randomized prompt, made in this process with the bytes of ``POST /agents/{agentId}/dynamic-prompt``.

        What it is made of is kept like a prompt, so this works while the service is away. ``seed``: 0 to 2**32 - 1;
        ``config``: what is set otherwise than by default. Raises AgentIdentityError as ``prompt``.
        """
        check_seed(seed)
        keeper = self._client._keeper(self._name, "prompt-parts")
        return keeper.renderer.render(keeper.prompt(fallback), config, seed)

    def on_change(
        self,
        listener: Callable[[Prompt], None],
        *,
        label: str | None = None,
        environment: str | None = None,
        version: int | None = None,
        max_tokens: int | None = None,
    ) -> Callable[[], None]:
        """Calls ``listener`` with every new text, in a thread of its own; returns a function that ends it."""
        return self._client._keeper(
            self._name, "prompt", Choice(label, environment, version, max_tokens)
        ).on_change(listener)


class _Keeper(KeeperBase[httpx.Client]):
    """One prompt, checked by one request at a time, whichever thread asks."""

    def __init__(self, http: httpx.Client, settings: Settings, url: str, document: Document) -> None:
        super().__init__(http, settings, url, document)
        self._lock = threading.Lock()
        self._pending: Future[Prompt] | None = None
        self._stopped = threading.Event()

    def prompt(self, fallback: str | None) -> Prompt:
        state = self._state
        copy = state.copy
        if copy is not None and state.is_current:
            return copy
        if copy is None:
            return self._first(fallback)
        self._begin()
        return state.outdated() or copy

    def on_change(self, listener: Callable[[Prompt], None]) -> Callable[[], None]:
        with self._lock:
            self._listeners.append(listener)
            if len(self._listeners) == 1:
                self._stopped = threading.Event()
                threading.Thread(target=self._watch, args=(self._stopped,), daemon=True).start()

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)
                if not self._listeners:
                    self._stopped.set()

        return end

    def stop(self) -> None:
        with self._lock:
            self._listeners.clear()
            self._stopped.set()

    def _first(self, fallback: str | None) -> Prompt:
        patience = Patience(self._timeout)
        while True:
            try:
                return self._check(patience.left)
            except Exception as error:
                answer = self._state.last_resort(self._store.read(), fallback)
                if answer is not None:
                    return answer
                wait = patience.wait_after(error, self._state.next_try)
            time.sleep(wait)

    def _begin(self) -> None:
        """Checks in the background, unless somebody does or the service failed a moment ago."""
        if self._pending is None and not self._state.is_paused:
            threading.Thread(target=self._check_quietly, daemon=True).start()

    def _check_quietly(self) -> None:
        try:
            self._check(self._timeout)
        except Exception:
            pass  # kept as the state's failure

    def _check(self, timeout: float) -> Prompt:
        with self._lock:
            pending = self._pending
            if pending is None:
                if self._state.is_paused and self._state.failure is not None:
                    raise self._state.failure
                if self._state.is_current and self._state.copy is not None:
                    return self._state.copy
                own: Future[Prompt] = Future()
                self._pending = own
        if pending is not None:
            return pending.result()
        try:
            prompt = self._ask(timeout)
        except Exception as error:
            self._state.fail(error)
            if isinstance(error, GONE):
                self._store.delete()
            self._pending = None
            own.set_exception(error)
            raise
        self._pending = None
        own.set_result(prompt)
        return prompt

    def _ask(self, timeout: float) -> Prompt:
        try:
            response = self._http.get(self._url, headers=self._headers(), timeout=timeout)
        except httpx.HTTPError as error:
            raise unreachable(self._base_url, error) from error
        prompt, changed = self._state.take(response)
        if response.status_code != 304:
            self._store.write(prompt)
        if changed:
            for listener in list(self._listeners):
                threading.Thread(target=listener, args=(prompt,), daemon=True).start()
        return prompt

    def _watch(self, stopped: threading.Event) -> None:
        while True:
            self._check_quietly()
            if stopped.wait(self._state.ttl):
                return
