"""The common base of both clients: everything but the way in which they wait."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

import httpx

from ._disk import DiskStore
from ._dynamic_prompt import Renderer
from ._genuine import are_prompt_parts, is_prompt
from ._prompt import Prompt, PromptState
from ._request import LIVE, Choice, Document, Settings

#: How many prompts are kept in memory.
MAX_KEEPERS = 1000

Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)
Transport = TypeVar("Transport")


class KeeperBase(Generic[Http]):
    """One prompt, checked by one request at a time."""

    def __init__(self, http: Http, settings: Settings, url: str, document: Document) -> None:
        self._http: Http = http
        self._base_url = settings.base_url
        self._timeout = settings.prompt_timeout
        self._url = url
        self.renderer = Renderer()
        self._state = PromptState(settings.ttl, is_prompt if document == "prompt" else are_prompt_parts)
        self._store = DiskStore(settings.cache_dir, f"{self._url} {settings.api_key or ''}")
        self._listeners: list[Callable[[Prompt], None]] = []

    @property
    def is_watched(self) -> bool:
        return bool(self._listeners)

    def _headers(self) -> dict[str, str]:
        copy = self._state.copy
        return {"If-None-Match": copy.etag} if copy is not None and copy.etag else {}


Keeper = TypeVar("Keeper", bound="KeeperBase[httpx.Client] | KeeperBase[httpx.AsyncClient]")


class ClientBase(ABC, Generic[Http, Transport, Keeper]):
    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        client: str | None = None,
        cache_dir: str | None = None,
        ttl_ms: float = 30_000,
        timeout_ms: float | None = None,
        retries: int = 3,
        transport: Transport | None = None,
    ) -> None:
        """By default ``base_url`` is AGENT_IDENTITY_URL or http://127.0.0.1:3000, ``api_key`` AGENT_IDENTITY_API_KEY.

        ``client``: how the service names this program among those that run an agent: ``worker-3`` is ``sdk-py/worker-3``;
        AGENT_IDENTITY_CLIENT or the name of the working directory by default, ``""`` names none. ``cache_dir``: where copies of prompts are kept for the next process: the user's cache folder by default; ``""``
        keeps none. ``ttl_ms``: how long a prompt counts as current. ``timeout_ms``: how long a prompt may take in all while
        there is no copy of it (10,000 by default), and each request of the API (20,000 by default). ``retries``: how often a
        refused request of the API is repeated.
        """
        self._settings = Settings.read(base_url, api_key, client, cache_dir, ttl_ms, timeout_ms, retries)
        self._http: Http = self._open(self._settings, transport)
        self._keepers: dict[tuple[str, Document, Choice], Keeper] = {}
        self._lock = threading.Lock()

    @abstractmethod
    def _open(self, settings: Settings, transport: Transport | None) -> Http: ...

    @abstractmethod
    def _new_keeper(self, url: str, document: Document) -> Keeper: ...

    def _keeper(
        self, agent: str, document: Document, choice: Choice = LIVE
    ) -> Keeper:
        key = (agent, document, choice)
        keeper = self._keepers.get(key)
        if keeper is not None:
            return keeper
        with self._lock:
            if key not in self._keepers:
                if len(self._keepers) >= MAX_KEEPERS:
                    oldest = next((k for k, kept in self._keepers.items() if not kept.is_watched), None)
                    if oldest is not None:
                        del self._keepers[oldest]
                self._keepers[key] = self._new_keeper(self._settings.document_url(agent, document, choice), document)
            return self._keepers[key]
