/**
 * Reads a part of an Office Open XML document. An alternative of markup is read once: what
 * `mc:Choice` has for newer programs is repeated in `mc:Fallback` for older ones (ECMA-376, part 3,
 * 7.5), which is left out.
 */
import { type MarkupReader, readXml } from './markup.js';

const FALLBACK = 'mc:Fallback';

export function readOfficeXml(xml: string, reader: MarkupReader): void {
  let fallbacks = 0;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === FALLBACK) fallbacks++;
      else if (fallbacks === 0) reader.open?.(name, attributes);
    },
    text: (text) => {
      if (fallbacks === 0) reader.text?.(text);
    },
    close: (name) => {
      if (name === FALLBACK) fallbacks--;
      else if (fallbacks === 0) reader.close?.(name);
    },
  });
}
