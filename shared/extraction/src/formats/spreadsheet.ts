/**
 * Spreadsheets: `.xlsx` and related formats. One line per row, cells separated by tabs. Numbers
 * formatted as dates are written as dates.
 */
import type { Format } from '../format.js';
import { readXml } from '../markup.js';
import { CORE, officeFacts } from '../office_facts.js';
import { Parts } from '../parts.js';
import type { TextSink } from '../text_sink.js';

const PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const [STRINGS, STYLES, BOOK] = ['xl/sharedStrings.xml', 'xl/styles.xml', 'xl/workbook.xml'];

export const spreadsheet: Format = {
  types: [
    `${PREFIX}.sheet`,
    `${PREFIX}.template`,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.template.macroenabled.12',
  ],
  read: ({ bytes }, sink) => {
    const parts = Parts.of(
      bytes,
      (name) => [CORE, STRINGS, STYLES, BOOK].includes(name) || SHEET.test(name),
    );
    sink.say(officeFacts(parts));
    const names = sheetNames(parts.text(BOOK));
    const strings = sharedStrings(parts.text(STRINGS));
    const dates = dateStyles(parts.text(STYLES));
    parts.named(SHEET).forEach((name, i) => {
      sink.line();
      sink.write(names[i] ?? '');
      sink.line();
      writeSheet(parts.text(name), { strings, dates }, sink);
    });
  },
};

function sheetNames(xml: string): readonly string[] {
  const names: string[] = [];
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'sheet') names.push(attributes.name ?? '');
    },
  });
  return names;
}

/** Phonetic readings (`rPh`) are not part of a text. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isSpoken = true;
    },
    text: (part) => {
      if (isText && !isSpoken) text += part;
    },
    close: (name) => {
      if (name === 'si') strings.push(text);
      else if (name === 't') isText = false;
      else if (name === 'rPh') isSpoken = false;
    },
  });
  return strings;
}

/** The numbers of Excel's built-in formats that show dates or times. */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** True for the cell styles that show dates. */
function dateStyles(xml: string): readonly boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  readXml(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt')
        own.set(id, /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]/g, '')));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) styles.push(own.get(id) ?? DATE_FORMATS.has(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

interface Book {
  readonly strings: readonly string[];
  readonly dates: readonly boolean[];
}

function writeSheet(xml: string, book: Book, sink: TextSink): void {
  let cell = { type: '', style: 0, value: '' };
  let isValue = false;
  let isFirst = true;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') isFirst = true;
      else if (name === 'c')
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
      else if (name === 'v' || name === 't') isValue = true;
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'row') sink.line();
      else if (name === 'c') {
        if (!isFirst) sink.tab();
        isFirst = false;
        sink.write(shownCell(cell, book));
      }
    },
  });
}

function shownCell(
  { type, style, value }: { readonly type: string; readonly style: number; readonly value: string },
  { strings, dates }: Book,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'n' && value !== '' && dates[style]) return shownDate(Number(value));
  return value;
}

/**
 * Days from the last day of 1899: Excel's nonexistent 29 February 1900 lies before all correct
 * dates.
 */
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;

function shownDate(days: number): string {
  const ms = Math.round((days - DAYS_TO_1970) * DAY_MS);
  if (!Number.isFinite(ms) || Math.abs(ms) > DAYS_TO_1970 * 100 * DAY_MS) return String(days);
  const [day = '', time = ''] = new Date(ms).toISOString().split(/[T.]/);
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
