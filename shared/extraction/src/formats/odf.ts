/** Documents of the OpenDocument format: texts, spreadsheets, presentations. */
import type { Format } from '../format.js';
import { elementTexts, readXml } from '../markup.js';
import { Parts } from '../parts.js';
import type { FileFacts, TextSink } from '../text_sink.js';

const [CONTENT, META] = ['content.xml', 'meta.xml'];
const KINDS = ['text', 'spreadsheet', 'presentation', 'graphics', 'formula', 'chart'];

export const odf: Format = {
  types: KINDS.flatMap((kind) => [
    `application/vnd.oasis.opendocument.${kind}`,
    `application/vnd.oasis.opendocument.${kind}-template`,
  ]),
  read: ({ bytes }, sink) => {
    const parts = Parts.of(bytes, (name) => name === CONTENT || name === META);
    sink.say(factsOf(parts.text(META)));
    writeContent(parts.text(CONTENT), sink);
  },
};

function factsOf(meta: string): FileFacts {
  const texts = elementTexts(meta, [
    'dc:title',
    'meta:initial-creator',
    'dc:creator',
    'meta:keyword',
    'meta:creation-date',
  ]);
  const of = (name: string): string | undefined => texts.get(name)?.[0];
  return {
    title: of('dc:title'),
    author: of('meta:initial-creator') ?? of('dc:creator'),
    keywords: texts.get('meta:keyword')?.join(', '),
    date: of('meta:creation-date'),
  };
}

function writeContent(xml: string, sink: TextSink): void {
  let body = 0;
  /** The number of previous cells in the row; undefined outside of rows. */
  let cells: number | undefined;
  /** The number of paragraphs in the cell. */
  let paragraphs = 0;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'office:body') body++;
      else if (name === 'table:table-row') cells = 0;
      else if (name === 'table:table-cell' && cells !== undefined) {
        paragraphs = 0;
        if (cells++ > 0) sink.tab();
      } else if (name === 'text:p' && cells !== undefined && paragraphs++ > 0) sink.write(' ');
      else if (name === 'text:tab') sink.tab();
      else if (name === 'text:line-break') sink.write('\n');
      else if (name === 'text:s') sink.write(' '.repeat(blanksOf(attributes['text:c'])));
    },
    text: (text) => {
      if (body > 0) sink.flow(text);
    },
    close: (name) => {
      if (name === 'office:body') body--;
      else if (name === 'table:table-row') {
        cells = undefined;
        sink.line();
      } else if (name === 'text:p' || name === 'text:h') {
        if (cells === undefined) sink.line();
      }
    },
  });
}

const MAX_BLANKS = 1_000;

function blanksOf(count = '1'): number {
  const blanks = Number(count);
  return blanks > 0 ? Math.min(blanks, MAX_BLANKS) : 1;
}
