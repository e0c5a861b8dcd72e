import { illegalArgument } from '@skein/errors';
import { splitList } from '@skein/http';

/** The names in a part of a path. There must be one: an empty list stands for all elsewhere. */
export function pathNames(key: 'indices' | 'aliases', text: string): readonly string[] {
  const names = splitList(text);
  if (names.length === 0) throw illegalArgument(`[${key}] can't be empty`);
  return names;
}
