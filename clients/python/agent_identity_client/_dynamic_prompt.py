"""Samples a prompt and joins it, as the service does: a port of the TypeScript client's dynamic-prompt.ts and random.ts."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._prompt import Prompt, PromptSource

BITS = 0xFFFFFFFF


@dataclass(frozen=True)
class Variant:
    """A randomized prompt, and where what it was made of came from (see Prompt)."""

    text: str
    #: What is in it and what is not, as ``POST /agents/{agentId}/dynamic-prompt`` reports it; None for the fallback.
    manifest: dict[str, Any] | None
    source: PromptSource
    #: Why the service could not be asked, for ``stale``, ``disk`` and ``fallback``.
    error: Exception | None = None


def check_seed(seed: int) -> None:
    if not 0 <= seed <= BITS:
        raise ValueError("seed must be an integer from 0 to 4294967295")


class Renderer:
    """Parses what variants are made of once, not for each of them."""

    def __init__(self) -> None:
        self._known: tuple[str, dict[str, Any]] = ("", {})

    def render(self, kept: Prompt, config: Mapping[str, Any] | None, seed: int) -> Variant:
        if kept.source == "fallback":
            return Variant(kept.text, None, kept.source, kept.error)
        text, parts = self._known
        if text != kept.text:
            parts = json.loads(kept.text)
            self._known = (kept.text, parts)
        prompt, manifest = dynamic_prompt(parts, {**parts["config"], **(config or {})}, seed)
        return Variant(prompt, manifest, kept.source, kept.error)


def dynamic_prompt(parts: dict[str, Any], config: dict[str, Any], seed: int) -> tuple[str, dict[str, Any]]:
    """The text and the manifest. All draws happen in one order: first the tone, then category after category."""
    draw = seeded(seed)
    tone_draw = draw()
    voice_draw = draw()

    sections: list[str] = []
    tones: list[dict[str, str]] = []
    included: dict[str, list[str]] = {"belief": [], "responsibility": []}
    sampled_out: dict[str, list[str]] = {"belief": [], "responsibility": []}
    is_starred = False
    for kind in parts["kinds"]:
        blocks: list[str] = []
        for category in kind["categories"]:
            shuffled = shuffle(category["rest"], draw)
            size = sample_size(category, config)
            chosen = [*category["starred"], *shuffled[:size]]
            is_starred = is_starred or bool(category["starred"])
            if chosen:
                blocks += [category["heading"], "\n".join(part["line"] for part in chosen)]
            included[kind["kind"]] += [part["id"] for part in chosen]
            sampled_out[kind["kind"]] += [part["id"] for part in shuffled[size:]]
            tones += [part["tone"] for part in chosen if "tone" in part]
        if blocks:
            sections += [kind["heading"], *blocks]

    leads = tone_draw < config["emphasis_rate"] and bool(tones)
    tone = tones[int(voice_draw * len(tones))] if leads else None
    notes = [parts["starred_note"]] if is_starred else []
    if not sections:
        notes = [parts["empty_note"]]
    lead = [parts["tone_heading"], tone["text"]] if tone else []
    manifest = {
        "beliefs_included": included["belief"],
        "beliefs_sampled_out": sampled_out["belief"],
        "responsibilities_included": included["responsibility"],
        "responsibilities_sampled_out": sampled_out["responsibility"],
        "emphasis": tone["statement"] if tone else None,
        "seed": seed,
    }
    return "\n\n".join([parts["introduction"], *notes, *lead, *sections]) + "\n", manifest


def sample_size(category: dict[str, Any], config: dict[str, Any]) -> int:
    """How many of a category's unstarred items stay."""
    count = len(category["rest"])
    least: int = config["min_pool_size"]
    rate = category["sample_rate"]
    if rate is None or count <= least:
        return count
    override = config["category_overrides"].get(category["category"], {})
    share: float = override.get("sample_rate", rate) * count
    # 0.07 * 100 is 7.000000000000001, and ceil would make 8 of it.
    return max(least, math.ceil(share - 1e-9))


def seeded(seed: int) -> Callable[[], float]:
    """Numbers from 0 to below 1 that depend on the seed alone: a Weyl sequence whose steps are scrambled."""
    state = scramble(seed)

    def draw() -> float:
        nonlocal state
        state = (state + 0x9E3779B9) & BITS
        return scramble(state) / 2**32

    return draw


def scramble(bits: int) -> int:
    """The finalizer of MurmurHash3."""
    mixed = (bits ^ (bits >> 16)) * 0x85EBCA6B & BITS
    mixed = (mixed ^ (mixed >> 13)) * 0xC2B2AE35 & BITS
    return mixed ^ (mixed >> 16)


def shuffle(items: Sequence[dict[str, Any]], draw: Callable[[], float]) -> list[dict[str, Any]]:
    """A shuffled copy (Fisher-Yates, from the end): one draw for every item but the first."""
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return shuffled
