/** Formats whose bytes are their text: plain text, CSV, Markdown and JSON. */
import { decodeText } from '../charsets.js';
import type { Format } from '../format.js';

export const plain_text: Format = {
  types: ['text/plain', 'text/csv', 'text/markdown', 'application/json'],
  read: ({ bytes, type }, sink) => {
    const { text, charset } = decodeText(bytes);
    sink.say({ contentType: `${type}; charset=${charset}` });
    sink.write(text);
  },
};
