/** Text of `/llms.txt`: for AI assistants that write clients, with links to the documents of this server. */
export const LLMS_TEXT = `\
# Latchkey

> A licence-card server. Client software logs in with a card key or as a user, and sends heartbeats while it runs.

To write a client: take the SDK of the language; its archive has a README.md and examples/first-login. If no SDK fits, take
the file of the language from the quick start, fill in the server, \`app_key\`, \`app_secret\` and card, and replace
the example work by the work of the program. Never put \`app_secret\` into a prompt, a log or a page; ask the seller's own program for it.

- Base path of the client API: \`/api/client/v1\`. Every request is signed; \`sign_mode\` of the application says how.
- A result has \`code\` 0. Show the \`message\` of other codes to the customer, and do not repeat the login at once.
- Send \`POST /card/heartbeat\` every \`hg\` seconds (the login returns \`hg\`); without heartbeats the session ends.
- A missing answer is not a refusal: keep running for some heartbeats, then stop.

## Documents

- [Protocol](/docs/protocol.md): signing, nonces, answers, codes, sessions, devices
- [OpenAPI](/docs/openapi.json): every endpoint with parameters, results and codes
- [Test vectors](/docs/test-vectors.json): requests with their correct signatures

## SDKs

Archives with one folder each. Install them from here, since no registry offers them.

- [JavaScript](/sdks/latchkey-javascript.tar.gz): \`npm install\` with this address
- [Auto.js](/sdks/latchkey.js): one file
- [Python](/sdks/latchkey-python.tar.gz): \`pip install "latchkey[ed25519] @ …"\` with this address
- [Go](/sdks/latchkey-go.tar.gz)
- [Java](/sdks/latchkey-java.tar.gz)
- [C#](/sdks/latchkey-csharp.tar.gz)
- [C, C++](/sdks/latchkey-native.tar.gz)
- [PHP](/sdks/latchkey-php.tar.gz)
- [Lua](/sdks/latchkey-lua.tar.gz)

## Quick start

One complete, tested file for each language:

- [Overview](/docs/quick-start/README.md)
- [Python](/docs/quick-start/client.py)
- [JavaScript](/docs/quick-start/client.mjs)
- [C#](/docs/quick-start/client.cs)
- [C++](/docs/quick-start/client.cpp)
- [Java](/docs/quick-start/Client.java)
- [PHP](/docs/quick-start/client.php)
- [Go](/docs/quick-start/client.go)
- [Lua](/docs/quick-start/client.lua)
- [Shell](/docs/quick-start/client.sh)
`;
