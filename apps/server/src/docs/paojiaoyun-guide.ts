import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';

const rows = [...PAOJIAOYUN_ROUTES].flatMap(([endpoint, { path, answeredBy }]) => {
  const [method] = endpoint.split(' ');
  return answeredBy === path ? [] : [`| \`${endpoint}\` | \`${method} ${answeredBy}\` |`];
});

/** Section about unchanged clients of 泡椒云, in Markdown. */
export const PAOJIAOYUN_GUIDE = `\
## Clients of 泡椒云

An application with the setting \`compat: paojiaoyun\` also serves unchanged clients of 泡椒云 under \`/v1\`, at the hosts of
\`compat_hosts\`. They sign with the MD5 of method, host, path and the text of the contract, joined without separators, and the
secret; the mode of the application does not matter. The host is as in the \`Host\` header, with its port. Answers are always
signed by \`digest\`, with MD5. These endpoints are those of the contract; the group 泡椒云 below has the others:

| endpoint | same as |
| --- | --- |
${rows.join('\n')}
`;
