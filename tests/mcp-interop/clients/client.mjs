// Lists the tools of a server with an SDK of npm and makes the calls that it is given; run in the folder of
// install.sh: node client.mjs SDK MODE CALLS URL | node client.mjs SDK MODE CALLS COMMAND ARGUMENT
// SDK is `client` or `sdk`; MODE is `legacy` or, for `client`, `auto`. Prints one object; a result that the SDK
// does not hand out is `refused`.
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/package.json`);
const [sdk, mode, calls, target, ...rest] = process.argv.slice(2);

function load() {
    if (sdk === 'client') {
        const http = require('@modelcontextprotocol/client');
        const stdio = require('@modelcontextprotocol/client/stdio');
        return { ...http, ...stdio };
    }
    return {
        ...require('@modelcontextprotocol/sdk/client/index.js'),
        ...require('@modelcontextprotocol/sdk/client/streamableHttp.js'),
        ...require('@modelcontextprotocol/sdk/client/stdio.js'),
    };
}

const { Client, StreamableHTTPClientTransport, StdioClientTransport } = load();
const options = mode === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {};
const client = new Client({ name: 'interop', version: '1.0.0' }, options);
const transport = target.startsWith('http')
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args: rest });

await client.connect(transport);
const tools = [];
let cursor;
do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
} while (cursor !== undefined);

const results = [];
for (const call of JSON.parse(calls)) {
    try {
        const { isError, structuredContent, content } = await client.callTool(call);
        results.push({ isError: isError === true, structuredContent, text: content[0].text });
    } catch (error) {
        results.push({ refused: String(error) });
    }
}
await client.close();
console.log(JSON.stringify({ tools, results }));
