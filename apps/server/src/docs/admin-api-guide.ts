/** Introduction to all endpoints of the admin API, in Markdown. */
export const ADMIN_API_GUIDE = `\
## Admin API

The panel and your own programs use this API under \`/api/admin/v1\`, with JSON in both directions. The extension
\`x-role\` of an operation names the minimum role of the caller.

- A person signs in with \`POST /auth/login\`, which sets the cookie \`__Host-latchkey_session\` (over plain HTTP
  \`latchkey_session\`). Every request except \`GET\` must then send the header \`X-CSRF-Token\` with the \`csrfToken\` that
  sign-in and \`GET /auth/me\` return.
- A program sends an API token instead: \`Authorization: Bearer …\`.
- Lists take the query parameters \`sort=["id","DESC"]\`, \`range=[0,24]\` and \`filter={…}\`. Each is optional, and its
  value is JSON. The response header \`Content-Range\` contains the total number of rows.
- A refusal has an HTTP status of 400 or more. Its body is
  \`{ "statusCode", "code", "params", "message", "errors"?, "faults"? }\`. Programs should compare the \`code\`, which does not
  change. \`message\` is the text of the code, with \`params\` filled in. \`faults\` contains \`code\`, \`params\` and \`message\` for
  each refused field; \`errors\` contains only the messages. Each operation lists its possible statuses, and each status lists its
  codes.
`;
