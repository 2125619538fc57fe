"""FastMCP has no agent: this asks the stand-in for the model's calls and passes them on."""

import asyncio
import json
import os

import httpx
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main():
    transport = StreamableHttpTransport(
        os.environ["SERVICE_URL"] + "/mcp",
        headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
    )
    messages = [{"role": "user", "content": "hello"}]
    async with Client(transport) as server, httpx.AsyncClient() as http:
        tools = [
            {"type": "function", "function": {"name": tool.name, "parameters": tool.input_schema}}
            for tool in await server.list_tools()
        ]
        while True:
            body = {"model": "stand-in", "messages": messages, "tools": tools}
            answer = (await http.post(os.environ["MODEL_URL"] + "/v1/chat/completions", json=body)).json()
            message = answer["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                return
            for call in message["tool_calls"]:
                result = await server.call_tool(call["function"]["name"], json.loads(call["function"]["arguments"]))
                text = "".join(part.text for part in result.content)
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})


asyncio.run(main())
