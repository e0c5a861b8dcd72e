/**
 * The form of a field's terms as bucket keys, which determines how they are read from requests and
 * shown in responses.
 */
import { formatIp, type MappedField, parseIp, versionTerm, versionText } from '@skein/mapping';
import { keyOf } from './script_source.js';
import { keyText, termBytes, termKey } from './value_format.js';

export type TermForm = 'text' | 'ip' | 'version';

export function termForm({ values: { kind } }: Pick<MappedField, 'values'>): TermForm {
  if (kind === 'address') return 'ip';
  return kind === 'version' ? kind : 'text';
}

export function readTerm(text: string, form: TermForm): string {
  if (form === 'ip') return termKey(parseIp(text));
  return form === 'version' ? termKey(versionTerm(text)) : keyOf(text);
}

/** The text of a key. A `form` that is not a `TermForm` shows it as text. */
export function showTerm(key: string, form: string | undefined): string {
  if (form === 'ip') return formatIp(termBytes(key));
  return form === 'version' ? versionText(termBytes(key)) : keyText(key);
}
