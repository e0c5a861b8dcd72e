import { zipSync } from 'fflate';
import type { Format } from '../format.js';
import { TextSink } from '../text_sink.js';
import { presentation } from './presentation.js';
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
