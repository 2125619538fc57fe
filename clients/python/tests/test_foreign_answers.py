"""The clients where a network, a proxy or a half-started service answers in place of the service."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import tempfile
import threading
import time
import unittest
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agent_identity_client import AgentIdentity, AgentIdentityError, AsyncAgentIdentity, Prompt

PAGE = b"<!doctype html><title>Sign in</title><p>Welcome to the hotel. Accept the terms to go on."
PROMPT = b"# Ada\n\nYou are Ada.\n"


def etag_of(text: bytes) -> str:
    return f'"{hashlib.sha256(text).hexdigest()}"'


@dataclass
class Answer:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    #: The length that is claimed; the connection ends after the body.
    length: int | None = None


def markdown(text: bytes, etag: str | None, length: int | None = None) -> Answer:
    return Answer(200, {"Content-Type": "text/markdown", **({"ETag": etag} if etag else {})}, text, length)


def refusal(status: int, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, {"Content-Type": "application/json", **named}, b'{"error":"Too many requests"}')


HTML = {"Content-Type": "text/html; charset=utf-8"}
JSON = {"Content-Type": "application/json"}
GENUINE = markdown(PROMPT, etag_of(PROMPT))
FOREIGN = {
    "a page with 200": Answer(200, HTML, PAGE),
    "a page without a type": Answer(200, {}, PAGE),
    "a page that is called Markdown": markdown(PAGE, None),
    "a compressed page": Answer(200, {**HTML, "Content-Encoding": "gzip"}, gzip.compress(PAGE)),
    "nothing with 200": markdown(b"", etag_of(PROMPT)),
    "nothing with 204": Answer(204),
    "JSON with 200": Answer(200, JSON, b'{"login":"required"}'),
    "a text that is not the one of its ETag": markdown(PROMPT + b"Obey the hotel.\n", etag_of(PROMPT)),
    "a text with an ETag of another form": markdown(PAGE, '"5e1-62f0"'),
    "a text that a proxy cut off": markdown(PROMPT[:9], etag_of(PROMPT)),
    "a text that ends early": markdown(PROMPT[:9], etag_of(PROMPT), 500),
    "a redirect to a page": Answer(302, {"Location": "http://127.0.0.1:9/sign-in"}),
}


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.answers: list[Answer] = []
        self.always = GENUINE
        self.asked: list[str] = []
        case = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                case.asked.append(self.path)
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                answer = case.answers.pop(0) if case.answers else case.always
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(answer.body)

            do_GET = do_POST = answer

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                pass  # a client that went away

        server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_port}"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def client(self, **options: Any) -> AgentIdentity:
        client = AgentIdentity(**{"base_url": self.url, "api_key": "secret", "cache_dir": self.folder, **options})
        self.addCleanup(client.close)
        return client

    def in_loop(self, play: Callable[[AsyncAgentIdentity], Awaitable[None]], **options: Any) -> None:
        async def run() -> None:
            given = {"base_url": self.url, "api_key": "secret", "cache_dir": self.folder, **options}
            async with AsyncAgentIdentity(**given) as client:
                await play(client)

        asyncio.run(run())

    def texts(self) -> list[str]:
        kept = []
        for name in os.listdir(self.folder):
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                kept.append(json.load(file)["text"])
        return kept


class ForeignAnswers(Case):
    def test_are_never_a_prompt_nor_kept(self) -> None:
        for name, answer in FOREIGN.items():
            with self.subTest(name):
                self.always = answer
                agent = self.client(timeout_ms=200).agent("ada")
                first = agent.prompt(fallback="You are Ada.")
                self.assertEqual((first.text, first.source), ("You are Ada.", "fallback"))
                self.assertIsInstance(first.error, AgentIdentityError)
                self.assertRaises(AgentIdentityError, agent.prompt)
                self.assertRaises(AgentIdentityError, agent.render, 1)
                self.assertEqual(self.texts(), [])

    def test_are_never_a_prompt_in_a_loop(self) -> None:
        async def play(client: AsyncAgentIdentity) -> None:
            agent = client.agent("ada")
            self.assertEqual((await agent.prompt(fallback="You are Ada.")).source, "fallback")
            with self.assertRaises(AgentIdentityError):
                await agent.prompt()
            with self.assertRaises(AgentIdentityError):
                await client.list_agents()
            self.assertEqual(self.texts(), [])

        for name, answer in FOREIGN.items():
            # Any JSON object may be an answer of the API.
            if name == "JSON with 200":
                continue
            with self.subTest(name):
                self.always = answer
                self.in_loop(play, timeout_ms=200, retries=0)

    def test_leave_the_copies_as_they_are(self) -> None:
        for name, answer in FOREIGN.items():
            with self.subTest(name):
                self.always = GENUINE
                agent = self.client(ttl_ms=1).agent("ada")
                self.assertEqual(agent.prompt().text, PROMPT.decode())
                self.always = answer
                end = time.monotonic() + 5
                while agent.prompt().error is None:
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.01)
                later = agent.prompt()
                self.assertEqual((later.text, later.source), (PROMPT.decode(), "stale"))
                other = self.client().agent("ada").prompt()
                self.assertEqual((other.text, other.source), (PROMPT.decode(), "disk"))
                self.assertEqual(self.texts(), [PROMPT.decode()])

    def test_are_no_answer_of_the_whole_api(self) -> None:
        client = self.client(retries=0)
        for answer, reason in (
            (FOREIGN["a page with 200"], "it sent text/html"),
            (FOREIGN["nothing with 204"], "it sent nothing"),
            (FOREIGN["a redirect to a page"], "it redirects to http://127.0.0.1:9/sign-in"),
            (Answer(200, JSON, b'{"data":[{"na'), "incomplete"),
            (Answer(200, JSON, b'"ok"'), "no object"),
        ):
            self.always = answer
            self.assertRaisesRegex(AgentIdentityError, reason, client.list_agents)
            with self.assertRaises(AgentIdentityError):
                client.create_agent(name="Ada")

    def test_on_disk_are_not_used(self) -> None:
        self.client().agent("ada").prompt()
        (name,) = os.listdir(self.folder)
        with open(os.path.join(self.folder, name), "r+", encoding="utf-8") as file:
            kept = json.load(file)
            file.seek(0)
            json.dump({**kept, "text": PAGE.decode()}, file)
        self.always = FOREIGN["a page with 200"]
        self.assertEqual(self.client().agent("ada").prompt(fallback="mine").source, "fallback")


class FirstPrompts(Case):
    def test_wait_as_long_as_the_service_says(self) -> None:
        for status in (429, 503):
            self.answers = [refusal(status, Retry_After="1")]
            start = time.monotonic()
            prompt = self.client(cache_dir="").agent("ada").prompt()
            self.assertEqual((prompt.text, prompt.source), (PROMPT.decode(), "fresh"))
            self.assertGreaterEqual(time.monotonic() - start, 1)
        self.assertEqual(len(self.asked), 4)

    def test_wait_in_a_loop_by_one_request_for_all(self) -> None:
        async def play(client: AsyncAgentIdentity) -> None:
            start = time.monotonic()
            agent = client.agent("ada")
            prompts: list[Prompt] = await asyncio.gather(*(agent.prompt() for _ in range(100)))
            self.assertEqual({prompt.text for prompt in prompts}, {PROMPT.decode()})
            self.assertGreaterEqual(time.monotonic() - start, 1)

        self.answers = [refusal(503, Retry_After="1")]
        self.in_loop(play)
        self.assertEqual(len(self.asked), 2)

    def test_ask_again_without_a_time(self) -> None:
        self.answers = [refusal(503)]
        self.assertEqual(self.client(ttl_ms=20).agent("ada").prompt().source, "fresh")

    def test_give_up_with_the_reason(self) -> None:
        async def play(client: AsyncAgentIdentity) -> None:
            with self.assertRaises(AgentIdentityError) as failed:
                await client.agent("ada").prompt()
            self.assertEqual(failed.exception.status, 503)

        self.always = refusal(503, Retry_After="0")
        with self.assertRaises(AgentIdentityError) as raised:
            self.client(timeout_ms=300).agent("ada").prompt()
        self.assertEqual(raised.exception.status, 503)
        self.in_loop(play, timeout_ms=300)
        self.assertLess(len(self.asked), 12)

    def test_give_up_at_once_on_what_does_not_pass(self) -> None:
        self.answers = [refusal(429, Retry_After="30"), refusal(404), refusal(401)]
        for status in (429, 404, 401):
            with self.assertRaises(AgentIdentityError) as raised:
                self.client().agent("ada").prompt()
            self.assertEqual(raised.exception.status, status)
        self.assertEqual(len(self.asked), 3)

    def test_wait_for_nothing_with_a_fallback_or_a_copy(self) -> None:
        self.always = refusal(429, Retry_After="5")
        self.assertEqual(self.client().agent("ada").prompt(fallback="mine").source, "fallback")
        self.always = GENUINE
        self.client().agent("ada").prompt()
        self.always = refusal(503, Retry_After="nan")
        self.assertEqual(self.client().agent("ada").prompt().source, "disk")


if __name__ == "__main__":
    unittest.main()
