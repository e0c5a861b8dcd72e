/**
 * The processor `attachment` on a real node: files as real programs write them, damaged files, and
 * limits.
 */
import { readFileSync } from 'node:fs';
import { TestCluster, type TestNode } from './test_cluster.js';

const FILES = new URL('./testdata/files/', import.meta.url);
const PAGE = new URL('../../../docs/INGEST.md', import.meta.url);

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({
    nodes: 1,
    settings: {
      'ingest.attachment.max_size': '1mb',
      // A document is stopped while it waits, and is started again. A document's own processing may
      // take ten times as long, on a busy machine too.
      'ingest.grok.watchdog.max_execution_time': '50ms',
    },
  });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
});
afterAll(() => cluster?.stop());

type Fields = Readonly<Record<string, unknown>>;

interface Result {
  readonly doc?: { readonly _source: Fields };
  readonly error?: { readonly reason: string; readonly caused_by?: { readonly reason: string } };
}

async function simulate(processor: object, ...sources: readonly object[]): Promise<Result[]> {
  const body = {
    pipeline: { processors: [processor] },
    docs: sources.map((_source) => ({ _source })),
  };
  const { json } = await node.request('POST', '/_ingest/pipeline/_simulate', body);
  return json.docs as Result[];
}

const base64Of = (name: string): string => readFileSync(new URL(name, FILES)).toString('base64');

async function attachmentOf(name: string, options: object = {}): Promise<unknown> {
  const attachment = { field: 'data', remove_binary: true, ...options };
  const [result] = await simulate({ attachment }, { data: base64Of(name) });
  return result?.error ?? result?.doc?._source.attachment;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

test.each<[string, object]>([
  [
    'word.docx',
    {
      content:
        'The head of the page\nThe analytical engine\nThe engine weaves algebraic patterns just as the loom weaves flowers and leaves.\none\ntwo\nthree\nfour',
      title: 'A report of Word',
      author: 'Ada Lovelace',
      keywords: 'engines, analysis',
      date: '2024-01-31T12:00:00Z',
      content_type: `${OFFICE}.wordprocessingml.document`,
      language: 'en',
    },
  ],
  [
    'sheet.xlsx',
    {
      content:
        'Prices\nname\tprice\tsince\nwheel\t12.5\t2024-03-01\ncog\t3\t2024-03-02 08:30:00\nTRUE\t\nEmpty',
      title: 'Figures',
      author: 'Charles Babbage',
      content_type: `${OFFICE}.spreadsheetml.sheet`,
    },
  ],
  [
    'slides.pptx',
    {
      content: 'First slide\nA point\nAnother point\nWhat is said beside it\nSecond slide',
      title: 'Slides',
      author: 'Ada Lovelace',
      content_type: `${OFFICE}.presentationml.presentation`,
    },
  ],
  [
    'text.odt',
    {
      content: 'Compilers\nIt is easier to ask  forgiveness\tthan permission.',
      title: 'An open text',
      author: 'Grace Hopper',
      keywords: 'compilers, navy',
      date: '2024-04-05T06:07:08',
      content_type: `${OPEN}.text`,
    },
  ],
  ['sheet.ods', { content: 'ship\tyear\nMark I\t1944', content_type: `${OPEN}.spreadsheet` }],
  ['slides.odp', { content: 'A nanosecond of wire', content_type: `${OPEN}.presentation` }],
  [
    'book.epub',
    {
      content:
        'The second chapter & its end.\nLetter one\nYou will rejoice to hear that no disaster has accompanied the commencement.',
      title: 'A small book',
      author: 'Mary Shelley',
      keywords: 'monsters, ice',
      date: '1818-01-01',
      content_type: 'application/epub+zip',
      language: 'en',
    },
  ],
  [
    'page.pdf',
    {
      content:
        'Can machines think?\nThe question is too meaningless to deserve discussion.\nThe second page.',
      title: 'A page',
      author: 'Alan Turing',
      keywords: 'machines, thought',
      date: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      content_type: 'application/pdf',
      language: 'en',
    },
  ],
  [
    'note.rtf',
    {
      content: 'Lorem ipsum dolor sit amet\nCaf\u00e9 \u20ac 5\t{braces}',
      title: 'A note',
      author: 'J\u00f6rg M.',
      date: '2023-05-06T07:08:00Z',
      content_type: 'application/rtf',
    },
  ],
  [
    'page.html',
    {
      content: 'Gr\u00f6\u00dfe\nLinks & anchors.\na\tb',
      title: 'A web page',
      author: 'Tim',
      keywords: 'web, links',
      content_type: 'text/html; charset=UTF-8',
    },
  ],
  ['feed.xml', { content: 'Ein Zug f\u00e4hrt\nnach S\u00fcden', content_type: 'application/xml' }],
  [
    'latin1.txt',
    {
      content:
        '\u00dcberraschung: die Stra\u00dfe f\u00fchrt \u00fcber K\u00f6ln nach M\u00fcnchen, wo sch\u00f6ne B\u00e4ume bl\u00fchen und V\u00f6gel in gro\u00dfen G\u00e4rten singen.',
      content_type: 'text/plain; charset=ISO-8859-1',
      language: 'de',
    },
  ],
])('%s', async (name, expected) => {
  expect(await attachmentOf(name)).toMatchObject(expected);
});

test('as many characters as are wanted, of the properties that are', async () => {
  const options = {
    indexed_chars: 11,
    indexed_chars_field: 'max',
    properties: ['content', 'title'],
  };
  const attachment = { field: 'data', ...options };
  const data = base64Of('page.pdf');
  const [few, fewer] = await simulate({ attachment }, { data }, { data, max: 3 });
  expect(few?.doc?._source).toEqual({
    data,
    attachment: { content: 'Can machine', title: 'A page' },
  });
  expect(fewer?.doc?._source.attachment).toEqual({ content: 'Can', title: 'A page' });
  expect(await attachmentOf('word.docx', { indexed_chars: -1 })).toHaveProperty('language', 'en');
});

test('what has no text has a type', async () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const [png, bytes, none] = await simulate(
    { attachment: { field: 'data' } },
    { data: pixel },
    { data: 'AAECAwQF' },
    { data: '' },
  );
  const nothing = { content_length: 0 };
  expect(png?.doc?._source.attachment).toEqual({ content_type: 'image/png', ...nothing });
  expect(bytes?.doc?._source.attachment).toEqual({
    content_type: 'application/octet-stream',
    ...nothing,
  });
  expect(none?.doc?._source.attachment).toMatchObject(nothing);
});

test('files at fault are refused, each by what it is', async () => {
  const cut = readFileSync(new URL('word.docx', FILES)).subarray(0, 9000).toString('base64');
  const results = await simulate(
    { attachment: { field: 'data' } },
    { data: base64Of('locked.pdf') },
    { data: '0M8R4KGxGuEAAAAAAAAAAAAAAAAAAAAAPgADAP7/CQAGAAAA' },
    { data: 'no base64!' },
    { data: 'A'.repeat(1_500_000) },
    { data: 7 },
    { other: 1 },
    { data: cut },
  );
  const reasons = results.map(({ error }) => error?.caused_by?.reason ?? error?.reason);
  expect(reasons).toEqual([
    expect.stringContaining('No password given'),
    expect.stringContaining('Word, Excel and PowerPoint 97'),
    'the field is not base64',
    'the file has [1125000] bytes, more than [ingest.attachment.max_size] allows: [1048576]',
    'Content field [data] of unknown type [java.lang.Integer], must be string or byte array',
    'field [data] not present as part of path [data]',
    expect.stringContaining('cannot be read'),
  ]);
});

/** A Word document that claims a text of two gigabytes. */
function bomb(): string {
  const file = readFileSync(new URL('word.docx', FILES));
  const name = file.lastIndexOf('word/document.xml');
  file.writeUInt32LE(0x7fff_ffff, name - CENTRAL_HEADER + UNCOMPRESSED_SIZE);
  return file.toString('base64');
}

const CENTRAL_HEADER = 46;
const UNCOMPRESSED_SIZE = 24;

test('a small file that unpacks to a large one is refused, and the node goes on', async () => {
  const [result] = await simulate({ attachment: { field: 'data' } }, { data: bomb() });
  expect(result?.error?.caused_by?.reason).toBe(
    'the parts of the document have more than [268435456] bytes',
  );
  expect(await attachmentOf('page.html', { ignore_missing: true })).toHaveProperty('title');
});

test('properties that there are not', async () => {
  const { status, json } = await node.request('PUT', '/_ingest/pipeline/x', {
    processors: [{ attachment: { field: 'data', properties: ['nope'] } }],
  });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(
    '[properties] illegal field option [nope]. valid values are [CONTENT, TITLE, AUTHOR, KEYWORDS, DATE, CONTENT_TYPE, CONTENT_LENGTH, LANGUAGE]',
  );
});

test('the example of docs/INGEST.md', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [, json = ''] = /\n### attachment\n.*?```json\n(.*?)\n```/s.exec(page) ?? [];
  const { processor, document, becomes } = JSON.parse(json);
  const [result] = await simulate(processor, document);
  expect(result?.doc?._source).toEqual(becomes);
});
