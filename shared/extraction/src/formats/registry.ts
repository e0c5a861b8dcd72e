/** Formats by type, and types that are refused by name. */
import type { Format } from '../format.js';
import * as all from './all.js';

const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.values(all).flatMap((format) => format.types.map((type) => [type, format] as const)),
);

/** Returns undefined if no text is known to be in files of this type. */
export function formatOf(type: string): Format | undefined {
  return FORMATS.get(type) ?? (type.startsWith('text/') ? all.plain_text : undefined);
}

/** Types that contain text but are not supported. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  [
    'application/x-cfb',
    'documents of Word, Excel and PowerPoint 97 to 2003, messages of Outlook and encrypted office documents are not supported',
  ],
]);

export function refusedType(type: string): string | undefined {
  return REFUSED.get(type);
}
