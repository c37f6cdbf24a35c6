import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';

const rows = [...PAOJIAOYUN_ROUTES].flatMap(([endpoint, { path, answeredBy }]) => {
  const [method] = endpoint.split(' ');
  return answeredBy === path ? [] : [`| \`${endpoint}\` | \`${method} ${answeredBy}\` |`];
});

/** Section about unchanged clients of 泡椒云, in Markdown. */
export const PAOJIAOYUN_GUIDE = `\
## Clients of 泡椒云

An application with the setting \`compat: paojiaoyun\` also serves unchanged clients of 泡椒云 under \`/v1\`, at the hosts in
\`compat_hosts\`. These clients sign with the MD5 of the method, the host, the path, the text of steps 1 to 3 above and the
secret, joined without separators. The sign mode of the application does not matter. The host is the value of the \`Host\`
header, including the port if the header contains one. The server signs its answers by \`digest\` with MD5, regardless of
the application's setting.

The following endpoints of 泡椒云 do the same as endpoints of the client API. The group 泡椒云 below lists all other endpoints
of 泡椒云.

| endpoint of 泡椒云 | endpoint of the client API |
| --- | --- |
${rows.join('\n')}
`;
