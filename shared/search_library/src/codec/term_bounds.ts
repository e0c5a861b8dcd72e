/** Byte strings that bound terms. */

/** The least byte string greater than all with this prefix; `undefined` when there is none. */
export function afterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return undefined;
  const next = prefix.slice(0, length);
  next[length - 1] += 1;
  return next;
}

/** The least byte string greater than `term`. */
export function afterTerm(term: Uint8Array): Uint8Array {
  const next = new Uint8Array(term.length + 1);
  next.set(term);
  return next;
}
