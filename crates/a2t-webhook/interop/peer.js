// Reads messages, a line of JSON each: {secret, private, id, timestamp, body, v1, v1a}. Writes for each its own
// signatures and its verdicts: v1 by the library, v1a by node's Ed25519, since the library has none.
const crypto = require("node:crypto");
const readline = require("node:readline");
const { Webhook } = require("standardwebhooks");

const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const holds = (check) => {
  try {
    return check() !== false;
  } catch {
    return false;
  }
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { secret, private: text, id, timestamp, body, v1, v1a } = JSON.parse(line);
  const webhook = new Webhook(secret);
  const headers = { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": v1 };
  const seed = Buffer.from(text.slice("whsk_".length), "base64").subarray(0, 32);
  const key = crypto.createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const own = crypto.sign(null, content, key);
  const given = Buffer.from((v1a ?? "").slice("v1a,".length), "base64");
  console.log(JSON.stringify({
    v1: webhook.sign(id, new Date(timestamp * 1000), body),
    v1a: `v1a,${own.toString("base64")}`,
    acceptsV1: holds(() => webhook.verify(body, headers, { jsonParse: false })),
    acceptsV1a: holds(() => crypto.verify(null, content, crypto.createPublicKey(key), given)),
  }));
});
