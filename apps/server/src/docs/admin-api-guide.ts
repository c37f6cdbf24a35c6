/** Introduction to all endpoints of the admin API, in Markdown. */
export const ADMIN_API_GUIDE = `\
## Admin API

What the panel and your own programs call, under \`/api/admin/v1\`, with JSON in both directions. The extension \`x-role\` of an
operation names the least role that may call it.

- A person signs in with \`POST /auth/login\`, which sets the cookie \`latchkey_session\`. Every request but \`GET\` must then
  carry the \`csrfToken\` that sign-in and \`GET /auth/me\` answer, in the header \`X-CSRF-Token\`.
- A program sends an API token instead: \`Authorization: Bearer …\`.
- Lists take \`sort=["id","DESC"]\`, \`range=[0,24]\` and \`filter={…}\`, each as JSON and optional, and say in \`Content-Range\`
  how many rows there are.
- Refusals keep their HTTP status and are \`{ "statusCode", "code", "params", "message", "errors"?, "faults"? }\`. Compare the
  \`code\`, which does not change; \`message\` is made of it and \`params\`. \`faults\` says the same of each field that is
  refused, \`errors\` their messages alone. Each operation lists the statuses that it can answer, each status its codes.
`;
