/**
 * OpenSearch's "simple match": `*` matches any run of characters, every other character itself. It
 * never backtracks.
 */
export function simpleMatch(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const [head = '', ...parts] = pattern.split('*');
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
