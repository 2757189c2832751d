// The calls that the SDKs' own accumulators put together from the recorded streams of `crates/a2t-dialect/tests/it/streams`.
//
//     node streams.mjs FOLDER      # a folder with node_modules: openai @anthropic-ai/sdk ai @google/genai
//
// Prints JSON for `streams.py`, which writes `calls.json`. Serves the streams on the loopback interface; nothing is fetched.

import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(join(process.argv[2], "package.json")));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const streams = join(dirname(fileURLToPath(import.meta.url)), "../../crates/a2t-dialect/tests/it/streams");
const version = (name) => {
  for (let folder = dirname(require.resolve(name)); ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    const found = existsSync(file) && JSON.parse(readFileSync(file, "utf8"));
    if (found?.version) return `npm ${name} ${found.version}`;
  }
};
const parsed = (text) => JSON.parse(text || "{}");

async function anthropic(url) {
  const { default: Anthropic } = await load("@anthropic-ai/sdk");
  const client = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });
  const messages = [{ role: "user", content: "Go." }];
  const message = await client.messages.stream({ model: "m", max_tokens: 9, messages }).finalMessage();
  const calls = message.content.filter((block) => block.type === "tool_use");
  return calls.map(({ id, name, input }) => ({ id, name, arguments: input }));
}

async function chat(url) {
  const { default: OpenAI } = await load("openai");
  const client = new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0 });
  const stream = client.chat.completions.stream({ model: "m", messages: [] });
  const { choices } = await stream.finalChatCompletion();
  const calls = choices[0].message.tool_calls;
  return calls.map(({ id, function: call }) => ({ id, name: call.name, arguments: parsed(call.arguments) }));
}

async function responses(url) {
  const { default: OpenAI } = await load("openai");
  const client = new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0 });
  const response = await client.responses.stream({ model: "m", input: "Go." }).finalResponse();
  const calls = response.output.filter((item) => item.type === "function_call");
  return calls.map((call) => ({ id: call.call_id, name: call.name, arguments: parsed(call.arguments) }));
}

async function gemini(url) {
  const { GoogleGenAI } = await load("@google/genai");
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
  const chat = client.chats.create({ model: "m" });
  for await (const _ of await chat.sendMessageStream({ message: "Go." }));
  const parts = chat.getHistory().flatMap((content) => content.parts ?? []);
  const calls = parts.map((part) => part.functionCall).filter((call) => call);
  return calls.map(({ id, name, args }) => ({ id, name, arguments: args ?? {} }));
}

// The calls that a program still has to answer: not those that the server answered, or asks for an approval of.
async function vercel(url) {
  const { DefaultChatTransport, convertToModelMessages, readUIMessageStream } = await load("ai");
  const transport = new DefaultChatTransport({ api: url });
  const stream = await transport.sendMessages({ chatId: "c", messages: [], trigger: "submit-message" });
  let last;
  for await (const message of readUIMessageStream({ stream })) last = message;
  const open = new Set(last.parts.filter((part) => part.state === "input-available").map((part) => part.toolCallId));
  const messages = await convertToModelMessages([last]);
  const parts = messages.flatMap((message) => message.content).filter((part) => part.type === "tool-call");
  const calls = parts.filter((part) => open.has(part.toolCallId));
  return calls.map((part) => ({ id: part.toolCallId, name: part.toolName, arguments: part.input }));
}

const sdks = {
  anthropic: ["@anthropic-ai/sdk", anthropic],
  "openai-chat": ["openai", chat],
  "openai-responses": ["openai", responses],
  gemini: ["@google/genai", gemini],
  "vercel-ai": ["ai", vercel],
};

let current;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" });
    response.end(current);
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;

// Streams that end without calls, and those that no SDK adds up.
const without = /cut_off|refused|malformed|partial_args|interaction/;
const found = {};
for (const [dialect, [name, calls]] of Object.entries(sdks)) {
  for (const file of readdirSync(join(streams, dialect)).filter((file) => !without.test(file))) {
    current = readFileSync(join(streams, dialect, file));
    found[`${dialect}/${file}`] = { [version(name)]: await calls(url) };
  }
}
server.close();
console.log(JSON.stringify(found));
