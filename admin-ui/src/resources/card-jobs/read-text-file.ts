/**
 * A file's text. Spreadsheets of Chinese systems save in their own encoding, which is tried when it is not UTF-8; the
 * server takes nothing but that.
 */
export async function readTextFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
