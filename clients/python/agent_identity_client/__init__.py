"""Client of the Agent Identity Service.

>>> from agent_identity_client import AgentIdentity
>>> AgentIdentity().agent("ada").prompt(fallback="You are Ada.").text
"""

from ._async_client import AsyncAgent, AsyncAgentIdentity
from ._client import Agent, AgentIdentity
from ._dynamic_prompt import Variant
from ._errors import AgentGoneError, AgentIdentityError, KeyRevokedError
from ._prompt import Prompt, PromptSource

__all__ = [
    "Agent",
    "AgentGoneError",
    "AgentIdentity",
    "AgentIdentityError",
    "AsyncAgent",
    "AsyncAgentIdentity",
    "KeyRevokedError",
    "Prompt",
    "PromptSource",
    "Variant",
]
