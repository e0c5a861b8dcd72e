/**
 * Comma-separated values as RFC 4180 has them: quotes around what needs them, doubled inside, lines
 * that end with CR LF.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
