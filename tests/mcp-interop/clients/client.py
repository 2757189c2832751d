"""Lists the tools of a server with the SDK of PyPI and makes the calls that it is given:
python client.py MODE CALLS URL | python client.py MODE CALLS COMMAND ARGUMENT
MODE is `legacy` or `auto`. Prints one object; a result that the SDK does not hand out is `refused`."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(mode, calls, target, *rest):
    if target.startswith("http"):
        server = target
    else:
        server = stdio_client(StdioServerParameters(command=target, args=list(rest)))
    async with Client(server, mode=mode) as client:
        tools, cursor = [], None
        while True:
            page = await client.list_tools(cursor=cursor)
            tools += [tool.name for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
        results = []
        for call in json.loads(calls):
            try:
                result = await client.call_tool(call["name"], call.get("arguments"), meta=call.get("_meta"))
            except Exception as error:
                results.append({"refused": str(error)})
                continue
            results.append(
                {
                    "isError": bool(result.is_error),
                    "structuredContent": result.structured_content,
                    "text": result.content[0].text,
                }
            )
        print(json.dumps({"tools": tools, "results": results}))


asyncio.run(main(*sys.argv[1:]))
