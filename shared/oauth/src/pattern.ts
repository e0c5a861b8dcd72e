/** Index patterns of scopes: `*` stands for any run of characters. Linear time. */
export function simplePatternMatch(pattern: string, name: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return pattern === name;
  if (!name.startsWith(head)) return false;
  const tail = parts.pop() ?? '';
  let at = head.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - at >= tail.length && name.endsWith(tail);
}
