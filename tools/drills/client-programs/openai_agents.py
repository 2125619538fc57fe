import asyncio
import os

from agents import Agent, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai import AsyncOpenAI

set_tracing_disabled(True)


async def main():
    server = MCPServerStreamableHttp(
        params={
            "url": os.environ["SERVICE_URL"] + "/mcp",
            "headers": {"Authorization": "Bearer " + os.environ["API_KEY"]},
        }
    )
    client = AsyncOpenAI(base_url=os.environ["MODEL_URL"] + "/v1", api_key="x")
    async with server:
        model = OpenAIChatCompletionsModel(model="stand-in", openai_client=client)
        await Runner.run(Agent(name="Ada", instructions="Help.", mcp_servers=[server], model=model), "hello")


asyncio.run(main())
