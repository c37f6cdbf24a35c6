import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';

const rows = [...PAOJIAOYUN_ROUTES].flatMap(([endpoint, { path, answeredBy }]) => {
  const [method] = endpoint.split(' ');
  return answeredBy === path ? [] : [`| \`${endpoint}\` | \`${method} ${answeredBy}\` |`];
});

/** Section about unchanged clients of 泡椒云, in Markdown. */
export const PAOJIAOYUN_GUIDE = `\
## Clients of 泡椒云

An application with the setting \`compat: paojiaoyun\` also serves unchanged clients of 泡椒云 under \`/v1\`, at the hosts of
\`compat_hosts\`. They sign with the MD5 of method, host, path, the signed text of the contract and the secret, joined without
separators. The sign mode of the application does not matter. The host is the one in the \`Host\` header, with its port. Answers
are always signed by \`digest\`, with MD5. The following endpoints do the same as endpoints of the contract. The group 泡椒云
below contains the others.

| endpoint | same as |
| --- | --- |
${rows.join('\n')}
`;
