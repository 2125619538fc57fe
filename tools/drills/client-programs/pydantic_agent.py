import asyncio
import os

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


async def main():
    server = MCPToolset(
        os.environ["SERVICE_URL"] + "/mcp",
        headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
    )
    provider = OpenAIProvider(base_url=os.environ["MODEL_URL"] + "/v1", api_key="x")
    agent = Agent(OpenAIChatModel("stand-in", provider=provider), toolsets=[server])
    async with agent:
        await agent.run("hello")


asyncio.run(main())
