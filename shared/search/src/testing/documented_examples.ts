/** For tests: the examples of a page of `docs`, whose JSON blocks are requests and answers. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from './test_index.js';

interface DocumentedPage {
  /** The JSON blocks before the first example. */
  readonly head: readonly string[];
  /** The parts under headings of the third level: heading and JSON blocks, for `test.each`. */
  readonly examples: readonly (readonly [name: string, blocks: readonly string[]])[];
}

/** The examples of a page. */
export function documentedPage(text: string): DocumentedPage {
  const [head = '', ...sections] = text.split(/^### /m);
  return {
    head: blocksOf(head),
    examples: sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      blocksOf(section),
    ]),
  };
}

/** The chapters of a page, each with its own examples. */
export function documentedChapters(text: string): readonly DocumentedPage[] {
  return text.split(/^## /m).map(documentedPage);
}

/** An index with the mapping and the documents of a page or chapter. */
export function documentedIndex([mapping = '{}', documents = '[]']: readonly string[]): TestIndex {
  return new TestIndex({
    mapping: JSON.parse(mapping) as JsonObject,
    documents: JSON.parse(documents) as JsonObject[],
  });
}

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
}
