from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from ._base import ClientBase, KeeperBase
from ._dynamic_prompt import Variant, check_seed
from ._errors import GONE, unreachable
from ._generated.operations import AsyncOperations
from ._prompt import Patience, Prompt
from ._request import Call, Choice, Document, Exchange, Settings


class AsyncAgentIdentity(ClientBase[httpx.AsyncClient, httpx.AsyncBaseTransport, "_Keeper"], AsyncOperations):
    """The client for asyncio, for one event loop. Arguments as for AgentIdentity."""

    def _open(self, settings: Settings, transport: httpx.AsyncBaseTransport | None) -> httpx.AsyncClient:
        return httpx.AsyncClient(headers=settings.headers, timeout=settings.timeout, transport=transport)

    def _new_keeper(self, url: str, document: Document) -> _Keeper:
        return _Keeper(self._http, self._settings, url, document)

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
        exchange = Exchange(self._settings, call)
        while True:
            answer: httpx.Response | httpx.HTTPError
            try:
                answer = await self._http.request(**exchange.request)
            except httpx.HTTPError as error:
                answer = error
            wait = exchange.wait_after(answer)
            if wait is None:
                return exchange.result()
            await asyncio.sleep(wait)


class AsyncAgent:
    """One agent as its prompts' reader."""

    def __init__(self, client: AsyncAgentIdentity, slug_or_id: str) -> None:
        self._client = client
        self._name = slug_or_id

    async def prompt(
        self,
        *,
        label: str | None = None,
        environment: str | None = None,
        version: int | None = None,
        fallback: str | None = None,
        max_tokens: int | None = None,
    ) -> Prompt:
        """As Agent.prompt."""
        return await self._client._keeper(
            self._name, "prompt", Choice(label, environment, version, max_tokens)
        ).prompt(fallback)

    async def render(
        self, seed: int, *, config: Mapping[str, Any] | None = None, fallback: str | None = None
    ) -> Variant:
        """As Agent.render."""
        check_seed(seed)
        keeper = self._client._keeper(self._name, "prompt-parts")
        return keeper.renderer.render(await keeper.prompt(fallback), config, seed)

    def on_change(
        self,
        listener: Callable[[Prompt], None],
        *,
        label: str | None = None,
        environment: str | None = None,
        version: int | None = None,
        max_tokens: int | None = None,
    ) -> Callable[[], None]:
        """Calls ``listener`` with every new text, in the event loop; returns a function that ends it."""
        return self._client._keeper(
            self._name, "prompt", Choice(label, environment, version, max_tokens)
        ).on_change(listener)


class _Keeper(KeeperBase[httpx.AsyncClient]):
    """One prompt, checked by one request at a time."""

    def __init__(self, http: httpx.AsyncClient, settings: Settings, url: str, document: Document) -> None:
        super().__init__(http, settings, url, document)
        self._pending: asyncio.Task[Prompt] | None = None
        self._watcher: asyncio.Task[None] | None = None

    async def prompt(self, fallback: str | None) -> Prompt:
        state = self._state
        copy = state.copy
        if copy is not None and state.is_current:
            return copy
        if copy is None:
            return await self._first(fallback)
        if not state.is_paused:
            self._begin(self._timeout)
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

    def stop(self) -> None:
        self._listeners.clear()
        if self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    async def _first(self, fallback: str | None) -> Prompt:
        patience = Patience(self._timeout)
        while True:
            try:
                return await self._check(patience.left)
            except Exception as error:
                kept = None if self._state.copy else await asyncio.to_thread(self._store.read)
                answer = self._state.last_resort(kept, fallback)
                if answer is not None:
                    return answer
                wait = patience.wait_after(error, self._state.next_try)
            await asyncio.sleep(wait)

    def _begin(self, timeout: float) -> asyncio.Task[Prompt]:
        if self._pending is None:
            self._pending = asyncio.get_running_loop().create_task(self._ask(timeout))
            self._pending.add_done_callback(self._ended)
        return self._pending

    def _ended(self, task: asyncio.Task[Prompt]) -> None:
        self._pending = None
        if not task.cancelled():
            task.exception()  # kept as the state's failure; asyncio complains of what nobody looked at

    async def _check(self, timeout: float) -> Prompt:
        if self._state.is_paused and self._state.failure is not None and self._pending is None:
            raise self._state.failure
        # A caller that gives up must not cancel it for the others.
        return await asyncio.shield(self._begin(timeout))

    async def _ask(self, timeout: float) -> Prompt:
        try:
            try:
                request = self._http.get(self._url, headers=self._headers(), timeout=timeout)
                # httpx limits each read alone, so a server that sends a byte now and then would never end.
                response = await asyncio.wait_for(request, timeout)
            except (httpx.HTTPError, asyncio.TimeoutError) as error:
                raise unreachable(self._base_url, error) from error
            prompt, changed = self._state.take(response)
        except Exception as error:
            self._state.fail(error)
            if isinstance(error, GONE):
                await asyncio.to_thread(self._store.delete)
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
                await self._check(self._timeout)
            except Exception:
                pass  # kept as the state's failure
            await asyncio.sleep(self._state.ttl)
