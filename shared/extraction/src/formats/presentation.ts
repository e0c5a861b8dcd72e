/** Presentations: `.pptx` and related formats, slide by slide, each followed by its notes. */
import type { Format } from '../format.js';
import { readXml } from '../markup.js';
import { CORE, officeFacts } from '../office_facts.js';
import { readOfficeXml } from '../office_markup.js';
import { Parts } from '../parts.js';
import type { TextSink } from '../text_sink.js';

const PREFIX = 'application/vnd.openxmlformats-officedocument.presentationml';
const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;
const NOTES = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;
const RELATIONS = /^ppt\/slides\/_rels\/slide\d+\.xml\.rels$/;

export const presentation: Format = {
  types: [
    `${PREFIX}.presentation`,
    `${PREFIX}.slideshow`,
    `${PREFIX}.template`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  ],
  read: ({ bytes }, sink) => {
    const parts = Parts.of(
      bytes,
      (name) => name === CORE || [SLIDE, NOTES, RELATIONS].some((part) => part.test(name)),
    );
    sink.say(officeFacts(parts));
    for (const slide of parts.named(SLIDE)) {
      writeSlide(parts.text(slide), sink);
      for (const notes of notesOf(slide, parts)) writeSlide(parts.text(notes), sink);
    }
  },
};

/** The names of a slide's parts with notes: by its relationships, since the numbers may differ. */
function notesOf(slide: string, parts: Parts): readonly string[] {
  const names: string[] = [];
  const relations = slide.replace('ppt/slides/', 'ppt/slides/_rels/');
  readXml(parts.text(`${relations}.rels`), {
    open: (_name, { Type = '', Target = '' }) => {
      const target = Target.replace(/^\.\.\//, 'ppt/').replace(/^\//, '');
      if (Type.endsWith('/notesSlide') && NOTES.test(target)) names.push(target);
    },
  });
  return names;
}

function writeSlide(xml: string, sink: TextSink): void {
  let isText = false;
  readOfficeXml(xml, {
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
