"""The client against the real service, behind a gate that the test may close (GATE_URL/__gate)."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
import unittest
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import httpx

from agent_identity_client import AgentIdentity, AgentIdentityError, AsyncAgentIdentity, Prompt

AGENT = os.environ["TEST_AGENT"]


def gate(command: str) -> str:
    with urllib.request.urlopen(f"{os.environ['GATE_CONTROL']}/{command}") as answer:
        return str(answer.read().decode())


def until(condition: object, seconds: float = 5) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        gate("open")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def client(self, **options: object) -> AgentIdentity:
        client = AgentIdentity(**{"cache_dir": self.folder, **options})  # type: ignore[arg-type]
        self.addCleanup(client.close)
        return client


class Names(Case):
    def test_a_program_is_named_by_the_option_the_environment_or_its_folder(self) -> None:
        def name_of(**options: object) -> str | None:
            asked: list[httpx.Request] = []

            def answer(request: httpx.Request) -> httpx.Response:
                asked.append(request)
                return httpx.Response(404)

            with self.assertRaises(AgentIdentityError):
                self.client(transport=httpx.MockTransport(answer), **options).agent("ada").prompt()
            name: str | None = asked[0].headers.get("X-Client")
            return name

        self.assertEqual(name_of(client="worker 3"), "sdk-py/worker-3")
        self.assertEqual(name_of(client="cli/web-shop"), "cli/web-shop")
        self.assertEqual(name_of(client=""), None)
        self.assertEqual(name_of(), f"sdk-py/{os.path.basename(os.getcwd())}")
        os.environ["AGENT_IDENTITY_CLIENT"] = "nightly"
        self.addCleanup(os.environ.pop, "AGENT_IDENTITY_CLIENT")
        self.assertEqual(name_of(), "sdk-py/nightly")


class Prompts(Case):
    def test_is_read_by_label_and_by_number(self) -> None:
        agent = self.client().agent(AGENT)
        agent.prompt()
        gate("label")
        labeled = agent.prompt(label="early")
        self.assertIsNotNone(labeled.version)
        self.assertEqual(agent.prompt(version=labeled.version).text, labeled.text)
        self.assertRaises(AgentIdentityError, agent.prompt, label="never-set")
        self.assertRaises(AgentIdentityError, agent.prompt, environment="nowhere")

    def test_comes_from_the_service_then_from_memory(self) -> None:
        agent = self.client().agent(AGENT)
        first = agent.prompt()
        self.assertEqual(first.source, "fresh")
        self.assertIn("We ship small changes", first.text)
        before = gate("count")
        self.assertEqual(agent.prompt(), Prompt(first.text, first.version, first.etag, "cached"))
        self.assertEqual(gate("count"), before)

    def test_a_hundred_threads_are_one_request(self) -> None:
        agent = self.client().agent(AGENT)
        before = int(gate("count"))
        with ThreadPoolExecutor(100) as pool:
            texts = set(pool.map(lambda _: agent.prompt().text, range(100)))
        self.assertEqual(len(texts), 1)
        self.assertEqual(int(gate("count")), before + 1)

    def test_is_checked_in_the_background_and_calls_back(self) -> None:
        agent = self.client(ttl_ms=50).agent(AGENT)
        changes: list[str] = []
        end = agent.on_change(lambda prompt: changes.append(prompt.text))
        agent.prompt()
        gate("believe")
        until(lambda: len(changes) == 1)
        self.assertIn("Changed by the test", changes[0])
        end()

    def test_outlives_the_service(self) -> None:
        agent = self.client(ttl_ms=10).agent(AGENT)
        text = agent.prompt().text
        gate("close")
        time.sleep(0.05)
        self.assertEqual((agent.prompt().text, agent.prompt().source), (text, "stale"))
        until(lambda: "Cannot reach" in str(agent.prompt().error))

        other = self.client().agent(AGENT)
        kept = other.prompt(fallback="You are Ada.")
        self.assertEqual((kept.text, kept.source), (text, "disk"))

        stranger = self.client(cache_dir="").agent(AGENT)
        self.assertEqual(stranger.prompt(fallback="You are Ada.").source, "fallback")
        with self.assertRaisesRegex(AgentIdentityError, "^Cannot reach the Agent Identity Service"):
            stranger.prompt()

        gate("open")
        until(lambda: other.prompt().source == "cached")

    def test_of_another_key_is_no_copy_of_this_one(self) -> None:
        self.client().agent(AGENT).prompt()
        (file,) = os.listdir(self.folder)
        self.assertEqual(os.stat(os.path.join(self.folder, file)).st_mode & 0o777, 0o600)
        with self.assertRaises(AgentIdentityError) as raised:
            self.client(api_key=os.environ["OTHER_KEY"]).agent(AGENT).prompt()
        self.assertEqual(raised.exception.status, 404)


class Operations(Case):
    def test_take_keyword_arguments(self) -> None:
        client = self.client()
        agent = client.create_agent(name="Bo", job_title="Engineer")
        belief = client.create_belief(agent_id=agent["id"], category="voice", statement="Be brief")
        self.assertEqual(client.list_beliefs(agent_id=agent["id"], starred=False)["count"], 1)
        client.update_belief(belief_id=belief["id"], starred=True)
        self.assertIsNone(client.update_agent(agent_id=agent["id"], job_title=None)["job_title"])
        client.delete_agent(agent_id=agent["id"])
        with self.assertRaises(AgentIdentityError) as raised:
            client.get_agent(agent_id=agent["id"])
        self.assertEqual(raised.exception.status, 404)

    def test_carry_the_sentence_of_the_service(self) -> None:
        with self.assertRaisesRegex(AgentIdentityError, "name"):
            self.client().create_agent(name="")

    def test_are_repeated_when_the_service_says_so(self) -> None:
        client = self.client()
        gate("refuse")
        self.assertGreater(client.list_agents()["count"], 0)
        gate("refuse")
        self.assertEqual(client.create_agent(name="Cy")["name"], "Cy")

    def test_that_broke_are_repeated_and_done_once(self) -> None:
        client = self.client()
        gate("break-once")
        agent = client.create_agent(name="Di")
        self.assertEqual([found["id"] for found in client.list_agents()["data"] if found["name"] == "Di"], [agent["id"]])


class Async(Case):
    def test_does_the_same(self) -> None:
        async def play() -> None:
            async with AsyncAgentIdentity(cache_dir=self.folder, ttl_ms=50) as client:
                agent = client.agent(AGENT)
                before = int(gate("count"))
                answers = await asyncio.gather(*(agent.prompt() for _ in range(1000)))
                self.assertEqual({answer.source for answer in answers}, {"fresh"})
                self.assertEqual(int(gate("count")), before + 1)
                changes: list[str] = []
                end = agent.on_change(lambda prompt: changes.append(prompt.text))
                await asyncio.sleep(0.1)
                await asyncio.to_thread(gate, "believe")
                for _ in range(100):
                    await asyncio.sleep(0.02)
                    if changes:
                        break
                self.assertEqual(len(changes), 1)
                end()
                gate("close")
                await asyncio.sleep(0.1)
                self.assertEqual((await agent.prompt()).source, "stale")
                with self.assertRaises(AgentIdentityError):
                    await client.create_agent(name="Ed")
                gate("open")
                self.assertGreater((await client.list_agents(limit=1))["count"], 0)

        asyncio.run(play())


if __name__ == "__main__":
    unittest.main()
