/** A request and its correct signature, for client developers to test with. */
export const SIGNING_EXAMPLE = {
  parameters: {
    app_key: 'blsvh14llhcr96vtboqg',
    card: 'abc3b65KDZ9Qb7UC685D2MVFR0TPc53BCU1IPD5ad20',
    device_id: '123',
    nonce: '359c22e4-d522-4771-ba8e-4b99cf61b372',
    timestamp: '1574654197',
  },
  secret: 'uiS9M0G8JolpUvlf5NxZ7pwMVinKs73x',
  signedText:
    'app_key=blsvh14llhcr96vtboqg&card=abc3b65KDZ9Qb7UC685D2MVFR0TPc53BCU1IPD5ad20&device_id=123' +
    '&nonce=359c22e4-d522-4771-ba8e-4b99cf61b372&timestamp=1574654197',
  sign: {
    md5: 'f6bfe957d5aff9fe8c4bfe123ba29f7f',
    'hmac-sha256': '479064abca749c4c513d8a82e4673d364bdb364266de2430754ec4279aece311',
  },
} as const;

/** Introduction to all endpoints of the client API, in Markdown. */
export const CLIENT_API_GUIDE = `\
## Client API

The software you sell calls this API under \`/api/client/v1\`. User mode is provisional and may change.

### Requests

Parameters are flat texts and travel in the query string, the body, or both:

| method | where |
| --- | --- |
| \`GET\` | query |
| \`POST\` | body as \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\` (no files), and query |
| \`DELETE\` | query or body |

In JSON, whole numbers are read as their decimal text, and \`true\` and \`false\` as these words. \`null\`, lists, objects and
repeated parameters are refused. Unknown parameters are allowed and are signed too; their names consist of ASCII letters, digits,
\`_\`, \`.\` and \`-\`, and their values must not contain \`&\`. A body has at most 256 KiB by default.

### Signing

Every request carries \`app_key\`, \`timestamp\`, \`nonce\` and \`sign\`:

1. Take all parameters of query and body except \`sign\`, with raw values, not URL-encoded. Path parameters
   (\`:key\`, \`:name\`) are not signed.
2. Sort them by name, byte by byte.
3. Join them as \`name=value\` with \`&\`. Empty values stay: \`name=\`.
4. \`sign\` is a digest in hexadecimal, in the mode of the application:
   - **MD5** (default): the MD5 of the text followed by the application's secret.
   - **HMAC-SHA256**: the HMAC of the text, with the secret as the key. The secret is not appended.
   - **HMAC-SHA256 with method and path**, for new clients: the HMAC of the lines \`latchkey-request-v1\`, method, path, and
     \`name=value\` for each parameter, joined with LF. In names and values \`%\`, \`=\`, CR and LF are written \`%25\`, \`%3D\`,
     \`%0D\`, \`%0A\`. The path begins with \`/api/client/v1\` and is percent-encoded as it is sent.

A test vector, with the secret \`${SIGNING_EXAMPLE.secret}\`:

\`\`\`text
${SIGNING_EXAMPLE.signedText}

MD5          ${SIGNING_EXAMPLE.sign.md5}
HMAC-SHA256  ${SIGNING_EXAMPLE.sign['hmac-sha256']}
\`\`\`

### Time and repetition

- \`timestamp\` is in seconds. A timestamp more than 60 seconds before the server's time gets 10011. A timestamp gets 10013 if it
  is later than the server's time, rounded up to the next second plus the leeway of the application (none by default).
- \`nonce\` is different for each request, such as a UUID. A nonce that the application has used within the last 90 seconds (or 62 seconds plus the leeway, if that is longer) gets 10014.
- The checks come in this order: parameters 400, application 10230, timestamp, signature 10010, nonce, blocks
  10212.

### Answers

The HTTP status is 200 for every \`code\` of the contract. Other errors keep their HTTP status, which is also their \`code\`; 429
and 503 have the seconds to wait in \`Retry-After\`. \`code\` 0 is success. A missing or malformed parameter is \`code\` 400,
with a reason for each in \`errs\`. Clients that fail too often get 429 for a while, before any check: do not retry with a
refused card, password or token.

An application can have its responses signed by \`ed25519\`. They then carry \`time\`, \`kid\` and \`sign\`: the Ed25519 signature in
base64url of the lines \`latchkey-answer-v1\`, method, path, the request's nonce, \`time\`, \`code\`, \`message\`, and \`name=value\` for
each member of \`result\` (of \`errs\` if there is no \`result\`), escaped as above. Accept only the response to the nonce that you have just sent.

Responses signed by \`digest\` carry \`nonce\` and \`sign\`. \`nonce\` has exactly 16 digits, and is greater than in any earlier
response (also as text). \`sign\` is the digest, in the application's mode, of a text that consists of \`code\`, \`message\`, the members
of \`result\` sorted and joined as above (nothing without a result), and \`nonce\`. In MD5 mode the secret follows. Refuse a response
whose \`sign\` is wrong, or whose \`nonce\` does not have 16 digits, is not greater than the last accepted one when you sent the
request, or was already accepted. A refusal without a signature has \`"nonce":"","sign":""\`.
`;
