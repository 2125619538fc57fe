import asyncio
import os

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def main():
    server = {
        "transport": "streamable_http",
        "url": os.environ["SERVICE_URL"] + "/mcp",
        "headers": {"Authorization": "Bearer " + os.environ["API_KEY"]},
    }
    tools = await MultiServerMCPClient({"identity": server}).get_tools()
    model = ChatOpenAI(model="stand-in", base_url=os.environ["MODEL_URL"] + "/v1", api_key="x")
    agent = create_agent(model, tools)
    await agent.ainvoke({"messages": [{"role": "user", "content": "hello"}]})


asyncio.run(main())
