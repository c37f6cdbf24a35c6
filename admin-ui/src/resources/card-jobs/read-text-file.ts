/**
 * Reads a file's text. Spreadsheets on Chinese systems use their own encoding, which is tried when the file is not
 * UTF-8; the server accepts only UTF-8.
 */
export async function readTextFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
