/** For tests: the examples of a page of `docs`, whose JSON blocks are requests and answers. */

/** The part of a page under one heading of the third level. */
interface DocumentedExample {
  readonly name: string;
  readonly blocks: readonly string[];
}

interface DocumentedPage {
  /** The JSON blocks before the first example. */
  readonly head: readonly string[];
  readonly examples: readonly DocumentedExample[];
}

/** The examples of a page. */
export function documentedPage(text: string): DocumentedPage {
  const [head = '', ...sections] = text.split(/^### /m);
  return {
    head: blocksOf(head),
    examples: sections.map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      blocks: blocksOf(section),
    })),
  };
}

/** The chapters of a page, each with its own examples. */
export function documentedChapters(text: string): readonly DocumentedPage[] {
  return text.split(/^## /m).map(documentedPage);
}

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
}
