/** Generic XML: the texts of its elements. */
import { decodeText } from '../charsets.js';
import type { Format } from '../format.js';
import { readXml } from '../markup.js';

export const xml: Format = {
  types: ['application/xml'],
  read: ({ bytes }, sink) => {
    const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
    const [, declared] = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
    readXml(decodeText(bytes, declared).text, {
      text: (text) => sink.flow(text),
      close: () => sink.line(),
    });
  },
};

const HEAD_BYTES = 1_024;
