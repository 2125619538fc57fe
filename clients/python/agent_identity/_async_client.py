from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from ._client import MAX_KEEPERS
from ._disk import DiskStore
from ._dynamic_prompt import Renderer, Variant, check_seed
from ._errors import unreachable
from ._operations import AsyncOperations
from ._prompt import Prompt, PromptState
from ._request import Call, Document, Settings, result_of


class AsyncAgentIdentity(AsyncOperations):
    """The client for asyncio, for one event loop. Arguments as for AgentIdentity."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        cache_dir: str | None = None,
        ttl_ms: float = 30_000,
        timeout_ms: float = 20_000,
        retries: int = 3,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = Settings.read(base_url, api_key, cache_dir, ttl_ms, timeout_ms, retries)
        self._http = httpx.AsyncClient(
            headers=self._settings.headers, timeout=self._settings.timeout, transport=transport
        )
        self._keepers: dict[tuple[str, Document, str | None, int | None], _Keeper] = {}

    def agent(self, slug_or_id: str) -> AsyncAgent:
        """One agent. Does not ask the service."""
        return AsyncAgent(self, slug_or_id)

    async def close(self) -> None:
        """Ends all ``on_change`` and closes the connections."""
        for keeper in self._keepers.values():
            keeper.stop()
        await self._http.aclose()

    async def __aenter__(self) -> AsyncAgentIdentity:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, call: Call) -> Any:
        url = self._settings.root + call.path
        arguments = call.arguments()
        for attempt in range(self._settings.retries + 1):
            response: httpx.Response | None = None
            failure: Exception | None = None
            try:
                response = await self._http.request(call.method, url, **arguments)
            except httpx.HTTPError as error:
                failure = error
            wait = call.wait_before_repeating(response, attempt)
            if wait is None or attempt == self._settings.retries:
                break
            await asyncio.sleep(wait)
        if response is None:
            raise unreachable(self._settings.base_url, failure or Exception())
        return result_of(response)

    def _keeper(
        self, agent: str, document: Document, label: str | None = None, max_tokens: int | None = None
    ) -> _Keeper:
        key = (agent, document, label, max_tokens)
        if key not in self._keepers:
            if len(self._keepers) >= MAX_KEEPERS:
                oldest = next((k for k, kept in self._keepers.items() if not kept.is_watched), None)
                if oldest is not None:
                    del self._keepers[oldest]
            self._keepers[key] = _Keeper(self._http, self._settings, self._settings.document_url(*key))
        return self._keepers[key]


class AsyncAgent:
    """One agent as its prompts' reader."""

    def __init__(self, client: AsyncAgentIdentity, slug_or_id: str) -> None:
        self._client = client
        self._name = slug_or_id

    async def prompt(
        self, *, label: str | None = None, fallback: str | None = None, max_tokens: int | None = None
    ) -> Prompt:
        """As Agent.prompt."""
        return await self._client._keeper(self._name, "prompt", label, max_tokens).prompt(fallback)

    async def render(
        self, seed: int, *, config: Mapping[str, Any] | None = None, fallback: str | None = None
    ) -> Variant:
        """As Agent.render."""
        check_seed(seed)
        keeper = self._client._keeper(self._name, "prompt-parts")
        return keeper.renderer.render(await keeper.prompt(fallback), config, seed)

    def on_change(
        self, listener: Callable[[Prompt], None], *, label: str | None = None, max_tokens: int | None = None
    ) -> Callable[[], None]:
        """Calls ``listener`` with every new text, in the event loop; returns a function that ends it."""
        return self._client._keeper(self._name, "prompt", label, max_tokens).on_change(listener)


class _Keeper:
    """One prompt, checked by one request at a time."""

    def __init__(self, http: httpx.AsyncClient, settings: Settings, url: str) -> None:
        self._http = http
        self._base_url = settings.base_url
        self._url = url
        self.renderer = Renderer()
        self._state = PromptState(settings.ttl)
        self._store = DiskStore(settings.cache_dir, f"{self._url} {settings.api_key or ''}")
        self._pending: asyncio.Task[Prompt] | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[Prompt], None]] = []

    async def prompt(self, fallback: str | None) -> Prompt:
        state = self._state
        copy = state.copy
        if copy is not None and state.is_current:
            return copy
        if copy is None:
            return await self._first(fallback)
        if not state.is_paused:
            self._begin()
        return state.outdated() or copy

    def on_change(self, listener: Callable[[Prompt], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        if self._watcher is None:
            self._watcher = asyncio.get_running_loop().create_task(self._watch())

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
            if not self._listeners:
                self.stop()

        return end

    @property
    def is_watched(self) -> bool:
        return bool(self._listeners)

    def stop(self) -> None:
        self._listeners.clear()
        if self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    async def _first(self, fallback: str | None) -> Prompt:
        try:
            return await self._check()
        except Exception as error:
            kept = None if self._state.copy else await asyncio.to_thread(self._store.read)
            answer = self._state.last_resort(kept, fallback)
            if answer is None:
                raise error
            return answer

    def _begin(self) -> asyncio.Task[Prompt]:
        if self._pending is None:
            self._pending = asyncio.get_running_loop().create_task(self._ask())
            self._pending.add_done_callback(self._ended)
        return self._pending

    def _ended(self, task: asyncio.Task[Prompt]) -> None:
        self._pending = None
        if not task.cancelled():
            task.exception()  # kept as the state's failure; asyncio complains of what nobody looked at

    async def _check(self) -> Prompt:
        if self._state.is_paused and self._state.failure is not None and self._pending is None:
            raise self._state.failure
        # A caller that gives up must not cancel it for the others.
        return await asyncio.shield(self._begin())

    async def _ask(self) -> Prompt:
        copy = self._state.copy
        headers = {"If-None-Match": copy.etag} if copy is not None and copy.etag else {}
        try:
            try:
                response = await self._http.get(self._url, headers=headers)
            except httpx.HTTPError as error:
                raise unreachable(self._base_url, error) from error
            prompt, changed = self._state.take(response)
        except Exception as error:
            self._state.fail(error)
            raise
        if response.status_code != 304:
            await asyncio.to_thread(self._store.write, prompt)
        if changed:
            loop = asyncio.get_running_loop()
            for listener in list(self._listeners):
                loop.call_soon(listener, prompt)
        return prompt

    async def _watch(self) -> None:
        while True:
            try:
                await self._check()
            except Exception:
                pass  # kept as the state's failure
            await asyncio.sleep(self._state.ttl)
