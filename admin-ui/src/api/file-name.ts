/** Returns the file name in the header `Content-Disposition`. */
export function fileNameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition) ?? [];
  return quoted ?? plain;
}
