/**
 * Replacements of matches with the syntax of `Matcher.appendReplacement`: `$1`, `${name}`, and `\`
 * before a literal character.
 */
import { ApiError } from '@skein/errors';
import { illegalArgument } from '../faults.js';
import { groupName, type JavaPattern } from './java_pattern.js';

type Piece = string | { readonly group: number };
type Replacement = (found: RegExpExecArray) => string;

/** An error in the replacement is thrown when a match is replaced. */
export function parseReplacement(text: string, pattern: JavaPattern): Replacement {
  const { pieces, fault } = piecesOf(text, pattern);
  return ({ 0: whole, groups }) => {
    const made = pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.group === 0 ? whole : (groups?.[groupName(piece.group)] ?? '');
    });
    if (fault !== undefined) throw fault;
    return made.join('');
  };
}

function piecesOf(
  text: string,
  pattern: JavaPattern,
): { readonly pieces: readonly Piece[]; readonly fault: ApiError | undefined } {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '\\') {
      const next = text[at + 1];
      if (next === undefined) {
        return { pieces, fault: illegalArgument('character to be escaped is missing') };
      }
      pieces.push(next);
      at += 2;
    } else if (char === '$') {
      const reference = referenceAt(text, at + 1, pattern);
      if (reference instanceof ApiError) return { pieces, fault: reference };
      pieces.push({ group: reference.group });
      at = reference.end;
    } else {
      pieces.push(char ?? '');
      at++;
    }
  }
  return { pieces, fault: undefined };
}

interface Reference {
  readonly group: number;
  readonly end: number;
}

function referenceAt(text: string, at: number, pattern: JavaPattern): Reference | ApiError {
  const char = text[at];
  if (char === undefined) return illegalArgument('Illegal group reference: group index is missing');
  if (char === '{') return namedReference(text, at + 1, pattern);
  if (!/\d/.test(char)) return illegalArgument('Illegal group reference');
  let group = Number(char);
  let end = at + 1;
  if (group > pattern.groupCount) {
    return new ApiError('index_out_of_bounds_exception', `No group ${group}`);
  }
  // Takes as many digits as form the number of an existing group.
  for (; /\d/.test(text[end] ?? ''); end++) {
    const longer = group * 10 + Number(text[end]);
    if (longer > pattern.groupCount) break;
    group = longer;
  }
  return { group, end };
}

function namedReference(
  text: string,
  at: number,
  { groupNames }: JavaPattern,
): Reference | ApiError {
  const [name = ''] = /^[a-zA-Z0-9]*/.exec(text.slice(at)) ?? [];
  if (name === '') return illegalArgument('named capturing group has 0 length name');
  if (text[at + name.length] !== '}') {
    return illegalArgument("named capturing group is missing trailing '}'");
  }
  if (/^\d/.test(name)) {
    return illegalArgument(`capturing group name {${name}} starts with digit character`);
  }
  const group = groupNames.get(name);
  if (group === undefined) return illegalArgument(`No group with name {${name}}`);
  return { group, end: at + name.length + 1 };
}
