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

The software that you sell calls this API under \`/api/client/v1\`. The endpoints for users are provisional and may
change.

### Requests

Parameters are texts without nesting. They are sent in the query, in the body, or in both:

| method | location |
| --- | --- |
| \`GET\` | query |
| \`POST\` | body as \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\` (no files), and query |
| \`DELETE\` | query or body |

In a JSON body, the server reads a whole number as its decimal text. It reads the values \`true\` and \`false\` as the
texts \`true\` and \`false\`. It refuses \`null\`, lists, objects and repeated parameters.

Parameters that an endpoint does not know are allowed, and must be signed too. In the modes MD5 and HMAC-SHA256, the
name of an unknown parameter begins with an ASCII letter or \`_\`, and consists of ASCII letters, digits, \`_\`, \`.\`
and \`-\`. Its value must not contain \`&\`.

By default, a body may have at most 256 KiB.

### Signing

Every request carries \`app_key\`, \`timestamp\`, \`nonce\` and \`sign\`:

1. Take all parameters of query and body except \`sign\`. Use the raw values, not URL-encoded values. Path parameters
   (\`:key\`, \`:name\`) are not signed.
2. Sort the parameters by name, byte by byte.
3. Join them as \`name=value\` with \`&\`. An empty value leaves \`name=\`.
4. Compute \`sign\` in hexadecimal, in the sign mode of the application:
   - **MD5** (default): append the application's secret to the text, and take the MD5 digest.
   - **HMAC-SHA256**: take the HMAC of the text, with the secret as the key. Do not append the secret.
   - **HMAC-SHA256 with method and path**, for new clients: take the HMAC, with the secret as the key, of these lines
     joined with LF: \`latchkey-request-v1\`, the method, the path, and a line \`name=value\` for each parameter, sorted by
     name. In names and values write \`%\` as \`%25\`, \`=\` as \`%3D\`, CR as \`%0D\` and LF as \`%0A\`. The path begins with
     \`/api/client/v1\`, and is percent-encoded as it is sent.

For the secret \`${SIGNING_EXAMPLE.secret}\`, this is the text of steps 1 to 3, with its signatures in two modes:

\`\`\`text
${SIGNING_EXAMPLE.signedText}

MD5          ${SIGNING_EXAMPLE.sign.md5}
HMAC-SHA256  ${SIGNING_EXAMPLE.sign['hmac-sha256']}
\`\`\`

### Timestamp, nonce and order of checks

- \`timestamp\` is in seconds since 1970. If it is more than 60 seconds before the server's time, the request gets 10011.
  The latest accepted timestamp is the server's time, rounded up to the next second, plus the clock leeway of the
  application (0 by default). A request with a later timestamp gets 10013.
- \`nonce\` is different for each request, for example a UUID. The server remembers the nonces of each application for
  90 seconds, or for 62 seconds plus the clock leeway if that is longer. During this time, another request with the same
  nonce gets 10014.
- The server checks a request in this order: the common parameters (400), the application (10230), the timestamp (10011,
  10013), the signature (10010), the nonce (10014), and whether the card, user or device is blocked (10212).

### Answers

A success has the \`code\` 0. For the codes 404, 413, 415, 429, 500 and 503, the HTTP status is the same number. For
every other \`code\`, the HTTP status is 200, except that malformed HTTP gets the status 400. If the code is 429 or 503,
the header \`Retry-After\` contains the number of seconds to wait. If parameters are missing or malformed, the \`code\` is
400, and \`errs\` contains a reason for each of these parameters. If the server refuses too many requests from an
address, the address gets 429 for a while, before any other check. Therefore do not retry with a refused card, password
or token.

The setting \`response_signature\` of an application determines whether and how the server signs its responses.

With \`ed25519\`, a response has the additional members \`time\`, \`kid\` (the id of the signing key) and \`sign\`.
\`sign\` is the Ed25519 signature, in base64url, of these lines joined with LF: \`latchkey-answer-v1\`, the method, the
path, the nonce of the request, \`time\`, \`code\`, \`message\`, and a line \`name=value\` for each member of
\`result\`, sorted by name. If there is no \`result\`, the members of \`errs\` take its place. The nonce, the message,
names and values are escaped as above. Accept a response only if its signature is correct for the nonce that you have
just sent.

With \`digest\`, a response has the additional members \`nonce\` and \`sign\`. \`nonce\` has exactly 16 digits, and is
greater than in any earlier response, as a number and as text. \`sign\` is the digest, in the sign mode of the
application, of \`code\`, \`message\`, the members of \`result\` and \`nonce\`, joined without separators. The members
of \`result\` are sorted and joined as above; without a \`result\`, this part is empty. In the mode MD5, the secret is
appended.

- When you send a request, note the greatest nonce that you have accepted so far.
- Refuse a response if its \`sign\` is wrong, if its \`nonce\` does not have exactly 16 digits, if its \`nonce\` is not
  greater than the noted nonce, or if you have already accepted the same \`nonce\`.

A refusal that the server does not sign has \`"nonce":"","sign":""\`.
`;
