/**
 * Java's `String.trim`: removes characters up to the space (U+0020) at both ends. JavaScript's
 * `trim` removes other white space and byte order marks too.
 */
export function javaTrim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (start < end && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
