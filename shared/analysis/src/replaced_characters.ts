/** Replaces characters of a term by others; `''` removes a character. */
export function replacing(pairs: ReadonlyMap<string, string>): (term: string) => string {
  const any = new RegExp(`[${[...pairs.keys()].join('')}]`);
  return (term) => {
    if (!any.test(term)) return term;
    let changed = '';
    for (let at = 0; at < term.length; at++) {
      const character = term.charAt(at);
      changed += pairs.get(character) ?? character;
    }
    return changed;
  };
}
