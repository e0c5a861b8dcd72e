/**
 * Parses markup element by element. Entities defined in a document are not expanded, so that
 * nothing can grow by them.
 */
import { Parser } from 'htmlparser2';

export interface MarkupReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/;

export function readXml(text: string, reader: MarkupReader): void {
  read(text.replace(DOCTYPE, ''), reader, true);
}

export function readHtml(text: string, reader: MarkupReader): void {
  read(text, reader, false);
}

function read(text: string, reader: MarkupReader, xmlMode: boolean): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open?.(name, attributes),
      ontext: (part) => reader.text?.(part),
      onclosetag: (name) => reader.close?.(name),
    },
    { xmlMode, decodeEntities: true },
  );
  parser.end(text);
}

/** The non-empty texts of some elements, by name. */
export function elementTexts(
  xml: string,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let open: string | undefined;
  let text = '';
  readXml(xml, {
    open: (name) => {
      if (!names.includes(name)) return;
      open = name;
      text = '';
    },
    text: (part) => {
      if (open !== undefined) text += part;
    },
    close: (name) => {
      if (name !== open) return;
      const trimmed = text.trim();
      if (trimmed !== '') found.set(name, [...(found.get(name) ?? []), trimmed]);
      open = undefined;
    },
  });
  return found;
}
