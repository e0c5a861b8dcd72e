/** The fault of a snapshot's name by OpenSearch's rules; undefined: the name is valid. */
export function snapshotNameFault(name: string): string | undefined {
  if (name === '') return 'cannot be empty';
  if (name.includes(' ')) return 'must not contain whitespace';
  if (name.includes(',')) return "must not contain ','";
  if (name.includes('#')) return "must not contain '#'";
  if (name.startsWith('_')) return "must not start with '_'";
  if (name !== name.toLowerCase()) return 'must be lowercase';
  if (!/["*\\<|>/?]/.test(name)) return undefined;
  return 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';
}
