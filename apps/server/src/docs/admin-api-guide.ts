/** Introduction to all endpoints of the admin API, in Markdown. */
export const ADMIN_API_GUIDE = `\
## Admin API

The panel and your own programs use this API under \`/api/admin/v1\`, with JSON in both directions. The extension \`x-role\` of an
operation is the minimum role.

- A person signs in with \`POST /auth/login\`, which sets the cookie \`latchkey_session\`. Every request except \`GET\` must then
  send the header \`X-CSRF-Token\` with the \`csrfToken\` that sign-in and \`GET /auth/me\` return.
- A program sends an API token instead: \`Authorization: Bearer …\`.
- Lists take \`sort=["id","DESC"]\`, \`range=[0,24]\` and \`filter={…}\`, each as JSON and optional. \`Content-Range\` has the
  total number of rows.
- Refusals keep their HTTP status and are \`{ "statusCode", "code", "params", "message", "errors"?, "faults"? }\`. Compare the
  \`code\`, which does not change; \`message\` is its text with \`params\` filled in. \`faults\` has the same
  members for each refused field, \`errors\` only their messages. Each operation lists its possible statuses, and each status lists its codes.
`;
