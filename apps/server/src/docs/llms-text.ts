/** Text of `/llms.txt`, for AI assistants that write clients. It links to the documents of this server. */
export const LLMS_TEXT = `\
# Latchkey

> A licence-card server. Client software logs in with a card key or as a user, and sends heartbeats while it runs.

To write a client, use the SDK for its language. The SDK's archive contains a README.md and examples/first-login. If no
SDK fits, take the quick start's file for the language. Fill in the server, \`app_key\`, \`app_secret\` and card in this
file, and replace its example work with the work of the program. Never put \`app_secret\` into a prompt, a log or a page. Write a
placeholder instead, which the seller replaces in the program.

- The base path of the client API is \`/api/client/v1\`. Every request is signed; the application's \`sign_mode\` says how.
- A success has \`code\` 0. If the \`code\` is different, show the \`message\` to the customer, and do not repeat the login at once.
- The login returns \`hg\`. Send \`POST /card/heartbeat\` every \`hg\` seconds; without heartbeats the session ends.
- A missing answer is not a refusal: let the program run for some more heartbeats, then stop it.

## Documents

- [Protocol](/docs/protocol.md): signing, nonces, answers, codes, sessions, devices
- [OpenAPI](/docs/openapi.json): every endpoint with parameters, results and codes
- [Test vectors](/docs/test-vectors.json): requests with their correct signatures

## SDKs

Each archive contains one folder. Install the SDKs from this server, since no package registry offers them.

- [JavaScript](/sdks/latchkey-javascript.tar.gz): \`npm install\` with the address of this archive
- [Auto.js](/sdks/latchkey.js): one file
- [Python](/sdks/latchkey-python.tar.gz): \`pip install "latchkey[ed25519] @ …"\` with the address of this archive
- [Go](/sdks/latchkey-go.tar.gz)
- [Java](/sdks/latchkey-java.tar.gz)
- [C#](/sdks/latchkey-csharp.tar.gz)
- [C, C++](/sdks/latchkey-native.tar.gz)
- [PHP](/sdks/latchkey-php.tar.gz)
- [Lua](/sdks/latchkey-lua.tar.gz)

## Quick start

For each language, one file that is complete and tested:

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
