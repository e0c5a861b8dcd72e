/** Books: the pages of an EPUB in reading order. */
import { ApiError } from '@skein/errors';
import type { Format } from '../format.js';
import { elementTexts, readXml } from '../markup.js';
import { Parts } from '../parts.js';
import type { FileFacts } from '../text_sink.js';
import { writeHtml } from './html.js';

const CONTAINER = 'META-INF/container.xml';

export const epub: Format = {
  types: ['application/epub+zip'],
  read: ({ bytes }, sink) => {
    const parts = Parts.of(bytes, (name) => /\.(?:xml|opf|x?html?)$/i.test(name));
    const root = rootOf(parts.text(CONTAINER));
    const book = parts.text(root);
    sink.say(factsOf(book));
    const folder = root.slice(0, root.lastIndexOf('/') + 1);
    for (const page of pagesOf(book)) {
      sink.line();
      writeHtml(parts.text(folder + decodeURIComponent(page)), sink);
    }
  },
};

function rootOf(container: string): string {
  let root: string | undefined;
  readXml(container, {
    open: (name, attributes) => {
      if (name === 'rootfile') root ??= attributes['full-path'];
    },
  });
  if (root !== undefined) return root;
  throw new ApiError('illegal_argument_exception', 'the book names no package document');
}

function pagesOf(book: string): readonly string[] {
  const paths = new Map<string, string>();
  const pages: string[] = [];
  readXml(book, {
    open: (name, { id = '', href = '', idref = '' }) => {
      if (name.endsWith('item')) paths.set(id, href);
      else if (name.endsWith('itemref')) pages.push(idref);
    },
  });
  return pages.map((id) => paths.get(id) ?? '').filter((path) => path !== '');
}

function factsOf(book: string): FileFacts {
  const texts = elementTexts(book, ['dc:title', 'dc:creator', 'dc:subject', 'dc:date']);
  return {
    title: texts.get('dc:title')?.[0],
    author: texts.get('dc:creator')?.join(', '),
    keywords: texts.get('dc:subject')?.join(', '),
    date: texts.get('dc:date')?.[0],
  };
}
