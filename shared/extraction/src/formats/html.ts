/** Web pages: the visible text, one line per block, and the metadata of the head. */
import { decodeText } from '../charsets.js';
import type { Format } from '../format.js';
import { readHtml } from '../markup.js';
import type { FileFacts, TextSink } from '../text_sink.js';

const HEAD_BYTES = 4_096;
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'title']);
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table tr ul'.split(
    ' ',
  ),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

export const html: Format = {
  types: ['text/html', 'application/xhtml+xml'],
  read: ({ bytes, type }, sink) => {
    const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
    const { text, charset } = decodeText(bytes, CHARSET.exec(head)?.[1]);
    sink.say({ contentType: `${type}; charset=${charset}` });
    writeHtml(text, sink, (facts) => sink.say(facts));
  },
};

/** `say` is called with the metadata of the head as soon as it is known. */
export function writeHtml(
  text: string,
  sink: TextSink,
  say: (facts: FileFacts) => void = () => {},
): void {
  let unseen = 0;
  let title = '';
  let isTitle = false;
  // A drawing in the page has titles of its own.
  let hasTitle = false;
  readHtml(text, {
    open: (name, attributes) => {
      if (UNSEEN.has(name)) unseen++;
      if (name === 'title') isTitle = true;
      else if (BLOCKS.has(name)) sink.line();
      else if (name === 'meta') say(metaFacts(attributes));
    },
    text: (part) => {
      if (isTitle) title += part;
      if (unseen === 0) sink.flow(part);
    },
    close: (name) => {
      if (UNSEEN.has(name)) unseen--;
      if (name === 'title') {
        isTitle = false;
        if (!hasTitle) say({ title: title.trim() });
        hasTitle = true;
      } else if (BLOCKS.has(name)) sink.line();
      else if (CELLS.has(name)) sink.tab();
    },
  });
}

function metaFacts({ name = '', content = '' }: Readonly<Record<string, string>>): FileFacts {
  const member = name.toLowerCase();
  return member === 'author' || member === 'keywords' || member === 'date'
    ? { [member]: content }
    : {};
}
