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

What the software you sell calls, under \`/api/client/v1\`. User mode is provisional and may change.

### Requests

Parameters are flat texts and travel in the query string, the body, or both:

| method | where |
| --- | --- |
| \`GET\` | query |
| \`POST\` | body as \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\` (no files), and query |
| \`DELETE\` | query or body |

In JSON a whole number stands for its decimal text, \`true\` and \`false\` for those words; \`null\`, lists and objects are
refused, and so is a parameter that is given twice. Parameters that the endpoint does not know are allowed; they are
signed too. Their names have letters, digits, \`_\`, \`.\` and \`-\` of ASCII, and their values no \`&\`. A body has at most 256 KiB,
unless the server is set otherwise.

### Signing

Every request carries \`app_key\`, \`timestamp\`, \`nonce\` and \`sign\`:

1. Take all parameters of query and body except \`sign\`, with their values as they are, not URL-encoded. Those in the path
   (\`:key\`, \`:name\`) are not signed.
2. Sort them by name, byte by byte.
3. Join them as \`name=value\` with \`&\`. Empty values stay: \`name=\`.
4. \`sign\` is a digest in hexadecimal, by the mode that the application is set to:
   - **MD5** (default): the MD5 of the text followed by the application's secret.
   - **HMAC-SHA256**: of the text, with the secret as the key. The secret is not appended.

A test vector, with the secret \`${SIGNING_EXAMPLE.secret}\`:

\`\`\`text
${SIGNING_EXAMPLE.signedText}

MD5          ${SIGNING_EXAMPLE.sign.md5}
HMAC-SHA256  ${SIGNING_EXAMPLE.sign['hmac-sha256']}
\`\`\`

### Time and repetition

- \`timestamp\` is in seconds. More than 60 seconds before the server's time: 10011. Later than the server's time, rounded
  up to the next second and with the leeway that the application allows (none by default): 10013.
- \`nonce\` is another one for each request, such as a UUID. One that the application used within 90 seconds: 10014.
- The checks come in this order: parameters 400, application 10230, timestamp, signature 10010, nonce, blocks
  10212.

### Answers

Whatever \`code\` says, an endpoint answers with HTTP 200. Exceptions keep their HTTP status, which is also their \`code\`; 429
and 503 say in \`Retry-After\` how many seconds to wait. \`code\` 0 is success. A missing or malformed parameter is \`code\` 400,
with a reason for each in \`errs\`. Who was refused too often is answered 429 for a while, before anything is checked: do not
go on asking with a card, password or token that was refused.

An application can have its answers signed. They then carry \`nonce\`, exactly 16 digits that are greater than in any answer
made before (as text, too), and \`sign\`: the digest, by the application's mode, of \`code\`, \`message\`, the members of \`result\` sorted and joined as
above (nothing without a result), and \`nonce\`, written one after the other; in MD5 mode the secret follows. Refuse an answer
whose \`sign\` is wrong, whose \`nonce\` has not 16 digits, is not greater than the last that you had taken when you sent the
request, or was taken already. A refusal that is not signed has \`"nonce":"","sign":""\`.
`;
