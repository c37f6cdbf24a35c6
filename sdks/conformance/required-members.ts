const login = { token: '4fGh7Kq2ZsX9vB1nM0pL', hg: 600, expires_ts: 1577246197 };
const heartbeat = { expires_ts: 1577246197 };
const consume = { uses_left: 3 };
const ticket = { ticket: 'a.b', ticket_expires_ts: 1577246197 };
const config = { config: '{"a":1}' };
const value = { value: 'a' };

/** The members that a successful answer of each endpoint must have, each with an example. */
export const REQUIRED_MEMBERS: Record<string, Record<string, string | number>> = {
  'GET /ping': { server_time: 1574654197 },
  'POST /card/login': login,
  'POST /card/heartbeat': heartbeat,
  'POST /card/consume': consume,
  'POST /card/ticket': ticket,
  'GET /card/config': config,
  'POST /user/login': login,
  'POST /user/heartbeat': heartbeat,
  'POST /user/consume': consume,
  'POST /user/ticket': ticket,
  'GET /user/config': config,
  'POST /trial/login': login,
  'POST /trial/heartbeat': heartbeat,
  'GET /remote/data/{key}': value,
  'GET /remote/variables/{key}': value,
  'POST /remote/functions/{name}/call': { return: '3' },
  'GET /software/config': config,
  'GET /software/notice': { notice: 'Hello' },
  'GET /software/version/latest': { version: '1.2.0' },
};
