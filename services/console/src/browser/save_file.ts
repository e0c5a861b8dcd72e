/** Offers a file to the reader as a download. */
export function saveFile(name: string, texts: readonly string[], type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([...texts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
