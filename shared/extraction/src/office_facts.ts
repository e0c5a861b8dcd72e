/** Metadata of Office Open XML documents: `docProps/core.xml`. */
import { elementTexts } from './markup.js';
import type { Parts } from './parts.js';
import type { FileFacts } from './text_sink.js';

export const CORE = 'docProps/core.xml';

export function officeFacts(parts: Parts): FileFacts {
  const texts = elementTexts(parts.text(CORE), [
    'dc:title',
    'dc:creator',
    'cp:keywords',
    'dc:subject',
    'dcterms:created',
  ]);
  const of = (name: string): string | undefined => texts.get(name)?.[0];
  return {
    title: of('dc:title'),
    author: of('dc:creator'),
    keywords: of('cp:keywords') ?? of('dc:subject'),
    date: of('dcterms:created'),
  };
}
