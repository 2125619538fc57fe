"""The clients after an agent was deleted or its key revoked, which is no outage, and in outages that look so."""

from __future__ import annotations

import asyncio
import time
import unittest
from collections.abc import Callable

from agent_identity_client import AgentGoneError, AgentIdentity, AgentIdentityError, AsyncAgent, AsyncAgentIdentity, KeyRevokedError

from .test_foreign_answers import GENUINE, HTML, JSON, PROMPT, Answer, Case, etag_of, markdown

GONE: list[tuple[Answer, type[AgentIdentityError]]] = [
    (Answer(404, JSON, b'{"error":"Agent not found","code":"not_found"}'), AgentGoneError),
    (
        Answer(
            404,
            {"Content-Type": "application/json; charset=utf-8"},
            b'{"code":"not_found","error":"Not there"}',
        ),
        AgentGoneError,
    ),
    (Answer(401, JSON, b'{"error":"Unauthorized"}'), KeyRevokedError),
    (Answer(403, JSON, b'{"error":"This key may not reach beyond its agent","code":"forbidden"}'), KeyRevokedError),
]
OUTAGES = {
    "a page with 404": Answer(404, HTML, b"<h1>404 Not Found</h1>"),
    "a page with 401": Answer(401, HTML, b"<h1>Sign in</h1>"),
    "plain text with 404": Answer(404, {"Content-Type": "text/plain"}, b"default backend - 404"),
    "no body with 401": Answer(401),
    "the sentence in a page": Answer(404, HTML, b'{"error":"Agent not found"}'),
    "an array": Answer(404, JSON, b'["Agent not found"]'),
    "half of the sentence": Answer(404, JSON, b'{"error":"Agent not fo'),
    "another form of error": Answer(404, JSON, b'{"error":{"code":"NOT_FOUND"}}'),
    "a framework without the route": Answer(404, JSON, b'{"error":"Not Found","statusCode":404}'),
    "a sentence without a code": Answer(404, JSON, b'{"error":"Agent not found"}'),
    "a gateway without the route": Answer(404, JSON, b'{"error":"Not Found"}'),
    "a wrong address of the service": Answer(404, JSON, b'{"error":"No route for GET /v2","code":"no_route"}'),
    "a gateway that asks for a token": Answer(401, JSON, b'{"error":"invalid_token","error_description":"expired"}'),
    "too many requests": Answer(429, JSON, b'{"error":"Agent not found","code":"not_found"}'),
    "an error of the service": Answer(500, JSON, b'{"error":"Internal error","code":"internal"}'),
    "a service without its database": Answer(503, JSON, b'{"error":"Agent not found","code":"not_found"}'),
}


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


async def settle(agent: AsyncAgent, is_gone: bool) -> None:
    """Waits until the prompt is the fallback, or is not."""
    end = time.monotonic() + 5
    while ((await agent.prompt(fallback="mine")).source == "fallback") != is_gone:
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.005)


class Gone(Case):
    def test_ends_the_copies_in_memory_and_on_disk(self) -> None:
        for answer, kind in GONE:
            with self.subTest(answer.body):
                self.always = GENUINE
                client = self.client(ttl_ms=1)
                agent = client.agent("ada")
                agent.prompt()
                self.assertEqual(self.texts(), [PROMPT.decode()])
                self.always = answer
                self.assertIsInstance(self.error_of(client), kind)
                with self.assertRaises(kind):
                    agent.prompt()
                own = agent.prompt(fallback="mine")
                self.assertEqual((own.text, own.source), ("mine", "fallback"))
                self.assertIsInstance(own.error, kind)
                self.assertEqual(self.texts(), [])

    def test_is_no_copy_for_the_next_process(self) -> None:
        for answer, kind in GONE:
            with self.subTest(answer.body):
                self.always = GENUINE
                self.client().agent("ada").prompt()
                self.always = answer
                with self.assertRaises(kind):
                    self.client().agent("ada").prompt()
                self.assertEqual(self.texts(), [])
                with self.assertRaises(kind):
                    self.client().agent("ada").render(1)

    def test_stays_so_in_an_outage_and_ends_when_it_is_back(self) -> None:
        client = self.client(ttl_ms=1, timeout_ms=100)
        changes: list[str] = []
        end = client.agent("ada").on_change(lambda prompt: changes.append(prompt.text))
        client.agent("ada").prompt()
        self.always = GONE[0][0]
        self.assertIsInstance(self.error_of(client), AgentGoneError)
        self.always = OUTAGES["a service without its database"]
        with self.assertRaises(AgentIdentityError):
            client.agent("ada").prompt()
        other = b"# Ada\n\nThe second.\n"
        self.always = markdown(other, etag_of(other))
        until(lambda: client.agent("ada").prompt(fallback="mine").source != "fallback")
        self.assertEqual((client.agent("ada").prompt().text, self.texts()), (other.decode(), [other.decode()]))
        end()
        until(lambda: changes)
        self.assertEqual(changes, [other.decode()])

    def test_is_the_same_in_a_loop(self) -> None:
        async def play(client: AsyncAgentIdentity) -> None:
            agent = client.agent("ada")
            for answer, kind in GONE:
                self.always = GENUINE
                await settle(agent, False)
                self.always = answer
                await settle(agent, True)
                with self.assertRaises(kind):
                    await agent.prompt()
                self.assertEqual(self.texts(), [])

        self.in_loop(play, ttl_ms=1)

    def test_is_an_outage_when_another_server_says_so(self) -> None:
        for name, answer in OUTAGES.items():
            with self.subTest(name):
                self.always = GENUINE
                client = self.client(ttl_ms=1)
                client.agent("ada").prompt()
                self.always = answer
                error = self.error_of(client)
                self.assertNotIsInstance(error, (AgentGoneError, KeyRevokedError))
                later = client.agent("ada").prompt()
                self.assertEqual((later.text, later.source), (PROMPT.decode(), "stale"))
                self.assertEqual(self.client().agent("ada").prompt().source, "disk")

    def error_of(self, client: AgentIdentity) -> Exception:
        """The error of the next check in the background."""
        errors: list[Exception] = []

        def has_failed() -> bool:
            error = client.agent("ada").prompt(fallback="mine").error
            errors.extend([] if error is None else [error])
            return error is not None

        until(has_failed)
        return errors[0]


if __name__ == "__main__":
    unittest.main()
