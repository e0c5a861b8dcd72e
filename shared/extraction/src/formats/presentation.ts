/** Presentations: `.pptx` and related formats, slide by slide, each followed by its notes. */
import type { Format } from '../format.js';
import { readXml } from '../markup.js';
import { CORE, officeFacts } from '../office_facts.js';
import { Parts } from '../parts.js';
import type { TextSink } from '../text_sink.js';

const PREFIX = 'application/vnd.openxmlformats-officedocument.presentationml';
const TEXTS = [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/];

export const presentation: Format = {
  types: [
    `${PREFIX}.presentation`,
    `${PREFIX}.slideshow`,
    `${PREFIX}.template`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  ],
  read: ({ bytes }, sink) => {
    const parts = Parts.of(bytes, (name) => name === CORE || TEXTS.some((text) => text.test(name)));
    sink.say(officeFacts(parts));
    for (const text of TEXTS) {
      for (const name of parts.named(text)) writeSlide(parts.text(name), sink);
    }
  },
};

function writeSlide(xml: string, sink: TextSink): void {
  let isText = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'a:t') isText = true;
      else if (name === 'a:br') sink.write('\n');
    },
    text: (text) => {
      if (isText) sink.write(text);
    },
    close: (name) => {
      if (name === 'a:t') isText = false;
      else if (name === 'a:tc') sink.tab();
      else if (name === 'a:p') sink.line();
    },
  });
}
