/**
 * Reads a file's text. The server accepts only UTF-8. A file that is not UTF-8 is read in the encoding that
 * spreadsheets use on Chinese systems.
 */
export async function readTextFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
