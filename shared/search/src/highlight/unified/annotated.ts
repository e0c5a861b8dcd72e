/**
 * `annotated` of the plugin mapper-annotated-text: finds passages as `unified` does, in a text that
 * keeps its annotations. Matches become annotations too: `[fox](_hit_term=fox)`. A match at the
 * very place of an annotation is merged with it.
 */
import { firstWhere } from '@skein/base';
import { type AnnotatedText, type Annotation, encodedAnnotation } from '@skein/mapping';
import { highlightedValues } from '../../fetch/highlighted_values.js';
import type { Highlighter } from '../contract.js';
import { type Encoder, encoderOf } from '../encoders.js';
import { SEPARATOR, tokensOfValues } from '../field_text.js';
import { finishedPassage } from './passage_text.js';
import type { Passage } from './passages.js';
import { openPassages } from './unified.js';

const HIT = '_hit_term';

export const annotated: Highlighter = {
  name: 'annotated',
  open(target) {
    const { field, options, shard } = target;
    const encode = encoderOf(options.encoder);
    const partsOf =
      field.annotated ?? ((text: string): AnnotatedText => ({ text, annotations: [] }));
    return openPassages(target, ({ marked, lastStart }) => (hit) => {
      const values = highlightedValues(hit, field, { forceSource: options.forceSource, shard });
      if (values.length === 0) return undefined;
      const parts = values.map(partsOf);
      const content = parts.map(({ text }) => text).join(SEPARATOR);
      const annotations = placed(parts);
      return {
        content,
        found: () => {
          const shown = values.map((text, i) => ({ text, length: parts[i]?.text.length ?? 0 }));
          return marked.in(tokensOfValues(field, shown, lastStart));
        },
        show: (passage) => annotatedPassage({ content, passage, annotations, encode }),
      };
    });
  },
};

/** Annotations by their places in the joined text of all values. */
function placed(parts: readonly AnnotatedText[]): readonly Annotation[] {
  let offset = 0;
  return parts.flatMap(({ text, annotations }) => {
    const from = offset;
    offset += text.length + SEPARATOR.length;
    return annotations.map(({ start, end, value }) => ({
      start: from + start,
      end: from + end,
      value,
    }));
  });
}

interface Shown {
  readonly content: string;
  readonly passage: Passage;
  readonly annotations: readonly Annotation[];
  readonly encode: Encoder;
}

function annotatedPassage({ content, passage, annotations, encode }: Shown): string {
  const { start, end } = passage;
  let text = '';
  let at = start;
  for (const markup of markupsOf(passage, annotations)) {
    if (markup.start > at) text += encode(content.slice(at, markup.start));
    if (markup.end <= at) continue;
    text += `[${encode(content.slice(Math.max(at, markup.start), markup.end))}](${markup.said})`;
    at = markup.end;
  }
  return finishedPassage(text + encode(content.slice(at, Math.max(at, end))));
}

interface Markup {
  readonly start: number;
  readonly end: number;
  said: string;
}

/**
 * The annotations to write, matches first. Annotations that overlap a match without being at the
 * very same place are left out. The result is in the order of the text.
 */
function markupsOf({ start, end, marks }: Passage, annotations: readonly Annotation[]): Markup[] {
  const markups: Markup[] = [];
  for (const mark of marks) {
    addMarkup(markups, { ...mark, said: `${HIT}=${encodedAnnotation(mark.label)}` });
  }
  for (const annotation of annotations) {
    if (annotation.start < start || annotation.end > end) continue;
    addMarkup(markups, { ...annotation, said: encodedAnnotation(annotation.value) });
  }
  return markups;
}

/** Adds to markups that ascend and do not touch each other. */
function addMarkup(markups: Markup[], { start, end, said }: Markup): void {
  const at = firstWhere(markups.length, (i) => (markups[i]?.end ?? 0) >= start);
  const next = markups[at];
  if (next === undefined || next.start > end) markups.splice(at, 0, { start, end, said });
  else if (next.start === start && next.end === end) next.said += `&${said}`;
}
