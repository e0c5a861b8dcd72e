/**
 * Writes comma-separated values as in RFC 4180: cells are quoted if necessary, quotes inside them
 * are doubled, lines end with CR LF.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
