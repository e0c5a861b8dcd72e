/** Documents of Word: `.docx` and related formats. */
import type { Format } from '../format.js';
import { CORE, officeFacts } from '../office_facts.js';
import { readOfficeXml } from '../office_markup.js';
import { Parts } from '../parts.js';
import type { TextSink } from '../text_sink.js';

const PREFIX = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** The parts in reading order. */
const TEXTS = ['header', 'document', 'footer', 'footnotes', 'endnotes', 'comments'].map(
  (name) => new RegExp(`^word/${name}\\d*\\.xml$`),
);

export const word: Format = {
  types: [
    `${PREFIX}.document`,
    `${PREFIX}.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  read: ({ bytes }, sink) => {
    const parts = Parts.of(bytes, (name) => name === CORE || TEXTS.some((text) => text.test(name)));
    sink.say(officeFacts(parts));
    for (const text of TEXTS) {
      for (const name of parts.named(text)) writeWord(parts.text(name), sink);
    }
  },
};

function writeWord(xml: string, sink: TextSink): void {
  let isText = false;
  let isTabStops = false;
  readOfficeXml(xml, {
    open: (name) => {
      if (name === 'w:t') isText = true;
      else if (name === 'w:tabs') isTabStops = true;
      else if (name === 'w:tab') {
        // The tab stops of a paragraph have the same name as a tab in its text.
        if (!isTabStops) sink.tab();
      } else if (name === 'w:br' || name === 'w:cr') sink.write('\n');
      else if (name === 'w:noBreakHyphen') sink.write('-');
    },
    text: (text) => {
      if (isText) sink.write(text);
    },
    close: (name) => {
      if (name === 'w:t') isText = false;
      else if (name === 'w:tabs') isTabStops = false;
      else if (name === 'w:p') sink.write('\n');
    },
  });
}
