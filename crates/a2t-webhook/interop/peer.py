"""Reads messages, a line of JSON each: {secret, id, timestamp, body, v1}. Writes for each the library's own
signature and its verdict."""

import json
import sys
from datetime import datetime, timezone

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

for line in sys.stdin:
    message = json.loads(line)
    webhook = Webhook(message["secret"])
    time = datetime.fromtimestamp(message["timestamp"], tz=timezone.utc)
    headers = {
        "webhook-id": message["id"],
        "webhook-timestamp": str(message["timestamp"]),
        "webhook-signature": message.get("v1") or "",
    }
    try:
        webhook.verify(message["body"], headers, json_parse=False)
        accepts = True
    except WebhookVerificationError:
        accepts = False
    print(json.dumps({"v1": webhook.sign(message["id"], time, message["body"]), "acceptsV1": accepts}))
