/** Returns the requests of a shop as shell commands. */
export function exampleRequests(address: string, product: string) {
  const curl = 'curl -H "Authorization: Bearer $KEY"';
  const name = quoted(`card_type=${product}`);
  return [
    {
      name: 'order_example',
      text: `${curl} ${address}/orders \\\n  -d order_no=A1001 --data-urlencode ${name} -d quantity=1`,
    },
    {
      name: 'text_example',
      text: `${curl} '${address}/orders?format=text' \\\n  -d order_no=A1002 --data-urlencode ${name}`,
    },
    { name: 'stock_example', text: `${curl} ${address}/stock` },
    { name: 'refund_example', text: `${curl} ${address}/orders/A1001/refund -d mode=unused` },
  ] as const;
}

/** Returns a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
