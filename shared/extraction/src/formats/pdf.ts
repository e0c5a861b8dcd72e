/** PDF, read by PDF.js page by page and line by line. */
import { ApiError } from '@skein/errors';
import type { Format } from '../format.js';
import type { FileFacts, TextSink } from '../text_sink.js';

export const pdf: Format = {
  types: ['application/pdf'],
  read: async ({ bytes }, sink) => {
    const { getDocumentProxy } = await import('unpdf');
    // The library takes ownership of the bytes, so it gets a copy.
    const opened = getDocumentProxy(bytes.slice(), { verbosity: 0 });
    const document = await opened.catch((error: unknown) => {
      throw unreadable(error);
    });
    try {
      const { info } = await document.getMetadata();
      sink.say(factsOf(info as PdfInfo));
      await writePages(document, sink);
    } finally {
      await document.loadingTask.destroy();
    }
  },
};

function unreadable(error: unknown): ApiError {
  const words = error instanceof Error ? error.message : String(error);
  return new ApiError('illegal_argument_exception', `[application/pdf] cannot be read: ${words}`);
}

interface PdfInfo {
  readonly Title?: string;
  readonly Author?: string;
  readonly Keywords?: string;
  readonly CreationDate?: string;
}

function factsOf({ Title, Author, Keywords, CreationDate }: PdfInfo): FileFacts {
  return { title: Title, author: Author, keywords: Keywords, date: dateOf(CreationDate ?? '') };
}

const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;

/** Converts `D:20240131120000+01'00'` to RFC 3339, in UTC. */
export function dateOf(text: string): string | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [, , , , , , , sign, hours = '00', minutes = '00'] = match;
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  if (Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().replace('.000Z', 'Z');
}

interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
}

interface PdfPage {
  getTextContent(): Promise<{
    readonly items: readonly object[];
  }>;
  cleanup(): unknown;
}

async function writePages(document: PdfDocument, sink: TextSink): Promise<void> {
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items as readonly { readonly str?: string; readonly hasEOL?: boolean }[]) {
      sink.write(item.str ?? '');
      if (item.hasEOL === true) sink.write('\n');
    }
    sink.line();
    page.cleanup();
  }
}
