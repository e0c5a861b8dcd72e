/**
 * The steps of an example in a page. In the order of the text, they are files of the folder of the
 * configuration, requests, and in the last block of JSON the answer to the last request:
 *
 *     File `analysis/names.txt`, and its text in a block.
 *
 *         POST /shop/_search
 *
 *     The body of the request in a block; without that line, of a request of the page's own kind.
 */
export interface DocumentedExample {
  readonly title: string;
  readonly steps: readonly DocumentedStep[];
  /** The expected answer, or a part of it. */
  readonly expected: unknown;
}

export type DocumentedStep = { readonly file: string; readonly text: string } | DocumentedRequest;

export interface DocumentedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const PARTS =
  /^ {4}(?<method>GET|POST|PUT) (?<path>\S+)$|^File `(?<file>[^`]+)`.*$|^```(?<kind>json|text)\n(?<block>[\s\S]*?)\n```$/gm;

/** The text before the first heading, and the examples of the page, one below each heading. */
export function documentedExamples(
  page: string,
  usual: DocumentedRequest,
): { readonly head: string; readonly examples: readonly DocumentedExample[] } {
  const [head = '', ...sections] = page.split(/^## /m);
  return { head, examples: sections.map((section) => exampleOf(section, usual)) };
}

function exampleOf(section: string, usual: DocumentedRequest): DocumentedExample {
  const steps: DocumentedStep[] = [];
  const blocks = jsonBlocks(section);
  let read = 0;
  let file = '';
  let asked: DocumentedRequest | undefined;
  const ask = (request: DocumentedRequest | undefined) => {
    if (request !== undefined) steps.push(request);
    asked = undefined;
  };
  for (const { groups = {} } of section.matchAll(PARTS)) {
    const { method, path = '', kind, block = '' } = groups;
    if (groups.file !== undefined) file = groups.file;
    else if (method !== undefined) {
      ask(asked);
      asked = { method, path };
    } else if (kind === 'text') {
      ask(asked);
      steps.push({ file, text: `${block}\n` });
    } else if (++read < blocks.length) ask({ ...(asked ?? usual), body: block });
  }
  ask(asked);
  return { title: section.slice(0, section.indexOf('\n')), steps, expected: blocks.at(-1) };
}

/** The blocks of JSON in a text. */
export function jsonBlocks(text: string): readonly unknown[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => JSON.parse(block));
}
