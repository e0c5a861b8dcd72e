import { zipSync } from 'fflate';
import type { Format } from '../format.js';
import { TextSink } from '../text_sink.js';
import { presentation } from './presentation.js';
import { spreadsheet } from './spreadsheet.js';
import { word } from './word.js';

function textOf(format: Format, parts: Readonly<Record<string, string>>): string {
  const encoder = new TextEncoder();
  const files = Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)]);
  const sink = new TextSink(-1);
  format.read({ bytes: zipSync(Object.fromEntries(files)), type: '' }, sink);
  return sink.text;
}

it('Word: tabs of the text, not the tab stops of its paragraphs', () => {
  const stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>';
  const xml = `<w:p>${stops}<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>`;
  expect(textOf(word, { 'word/document.xml': xml })).toBe('a\tb\n');
});

it('Word: a text box once, without the copy for older programs', () => {
  const box = '<w:p><w:r><w:t>in the box</w:t></w:r></w:p>';
  const both = `<mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback>`;
  const xml = `<w:p><w:r><mc:AlternateContent>${both}</mc:AlternateContent></w:r></w:p>`;
  expect(textOf(word, { 'word/document.xml': xml })).toBe('in the box\n\n');
});

it('presentations: each slide is followed by its own notes', () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  const relations = (notes: number) =>
    `<Relationships><Relationship Type="x/slideLayout" Target="../slideLayouts/slideLayout1.xml"/><Relationship Type="x/notesSlide" Target="../notesSlides/notesSlide${notes}.xml"/></Relationships>`;
  const parts = {
    'ppt/slides/slide1.xml': slide('first'),
    'ppt/slides/slide2.xml': slide('second'),
    'ppt/slides/slide3.xml': slide('third'),
    'ppt/slides/_rels/slide1.xml.rels': relations(2),
    'ppt/slides/_rels/slide3.xml.rels': relations(1),
    'ppt/notesSlides/notesSlide1.xml': slide('notes of the third'),
    'ppt/notesSlides/notesSlide2.xml': slide('notes of the first'),
  };
  expect(textOf(presentation, parts).split('\n')).toEqual([
    'first',
    'notes of the first',
    'second',
    'third',
    'notes of the third',
    '',
  ]);
});

describe('spreadsheets', () => {
  const cell = (attributes: string, value: string) => `<c ${attributes}><v>${value}</v></c>`;
  const sheet = (...cells: string[]) =>
    `<worksheet><sheetData><row>${cells.join('')}</row></sheetData></worksheet>`;
  const lines = (parts: Readonly<Record<string, string>>) =>
    textOf(spreadsheet, parts)
      .split('\n')
      .filter((line) => line !== '');

  it('a sheet that was moved has its own name', () => {
    const relation = (i: number) =>
      `<Relationship Id="rId${i}" Target="${i === 1 ? '/xl/' : ''}worksheets/sheet${i}.xml"/>`;
    expect(
      lines({
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="Two" r:id="rId2"/><sheet name="One" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
        'xl/worksheets/sheet1.xml': sheet(cell('', '1')),
        'xl/worksheets/sheet2.xml': sheet(cell('', '2')),
      }),
    ).toEqual(['Two', '2', 'One', '1']);
  });

  it('a sheet without relations has the name at its place', () => {
    expect(
      lines({
        'xl/workbook.xml': '<workbook><sheets><sheet name="One"/></sheets></workbook>',
        'xl/worksheets/sheet1.xml': sheet(cell('', '1')),
      }),
    ).toEqual(['One', '1']);
  });

  const styles = (format: string) =>
    `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`;

  it('dates count from 1904 if the book says so', () => {
    const shown = (book: string) =>
      lines({
        'xl/workbook.xml': `<workbook>${book}</workbook>`,
        'xl/styles.xml': styles('0'),
        'xl/worksheets/sheet1.xml': sheet(cell('s="1"', '43831')),
      });
    expect(shown('')).toEqual(['2020-01-01']);
    expect(shown('<workbookPr date1904="1"/>')).toEqual(['2024-01-02']);
    expect(shown('<workbookPr date1904="0"/>')).toEqual(['2020-01-01']);
  });

  it.each([
    ['#,##0.00\\ _S_k', '42'],
    ['0\\d', '42'],
    ['* 0', '42'],
    ['yyyy\\-mm', '1900-02-10'],
  ])('letters that are shown or skipped make no date: %s', (format, expected) => {
    const parts = {
      'xl/styles.xml': styles(format),
      'xl/worksheets/sheet1.xml': sheet(cell('s="0"', '42')),
    };
    expect(lines(parts)).toEqual([expected]);
  });

  it('a cell without a value is empty', () => {
    const parts = {
      'xl/sharedStrings.xml': '<sst><si><t>first</t></si></sst>',
      'xl/worksheets/sheet1.xml': sheet('<c t="s"/>', cell('t="s"', '0')),
    };
    expect(lines(parts)).toEqual(['\tfirst']);
  });
});
