/** Rules for the names of unmapped fields. The names in a mapping were checked when it was made. */
import { illegalArgument } from '@skein/errors';

export function checkFieldName(name: string): void {
  if (name === '') throw illegalArgument('field name cannot be an empty string');
}

/** The parts of a name with dots. */
export function splitFieldName(name: string): string[] {
  const parts = name.replace(/\.+$/, '').split('.');
  if (parts.every((part) => part === '')) {
    throw illegalArgument('field name cannot contain only the character [.]');
  }
  for (const part of parts) {
    if (part.trim() === '') {
      throw illegalArgument(
        part === ''
          ? `object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`
          : `object field cannot contain only whitespace: ['${name}']`,
      );
    }
  }
  return parts;
}
