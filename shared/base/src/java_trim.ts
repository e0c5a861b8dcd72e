/** Java's `String.trim`: without what is not above a space at both ends. JavaScript's own takes other blanks and byte order marks too. */
export function javaTrim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (start < end && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
