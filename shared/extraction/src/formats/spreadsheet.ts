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
const [STRINGS, STYLES] = ['xl/sharedStrings.xml', 'xl/styles.xml'];
const [BOOK, RELATIONS] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];

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
      (name) => [CORE, STRINGS, STYLES, BOOK, RELATIONS].includes(name) || SHEET.test(name),
    );
    sink.say(officeFacts(parts));
    const { sheets, firstDay } = readBook(parts.text(BOOK));
    const book = {
      strings: sharedStrings(parts.text(STRINGS)),
      dates: dateStyles(parts.text(STYLES)),
      firstDay,
    };
    for (const { name, part } of namedParts(sheets, parts)) {
      sink.line();
      sink.write(name);
      sink.line();
      writeSheet(parts.text(part), book, sink);
    }
  },
};

interface Sheet {
  readonly name: string;
  /** The id of the relation to the sheet's part. */
  readonly relation: string;
}

/** The sheets in the order of their tabs, and the day from which dates count. */
function readBook(xml: string): { readonly sheets: readonly Sheet[]; readonly firstDay: number } {
  const sheets: Sheet[] = [];
  let firstDay = DAYS_TO_1970;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'sheet')
        sheets.push({ name: attributes.name ?? '', relation: attributes['r:id'] ?? '' });
      else if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? ''))
        firstDay = DAYS_FROM_1904;
    },
  });
  return { sheets, firstDay };
}

interface NamedPart {
  readonly name: string;
  readonly part: string;
}

/**
 * The parts of the sheets, with their names. Tabs that were moved have another order than their
 * parts. Parts without a relation have the name of the tab at their place.
 */
function namedParts(sheets: readonly Sheet[], parts: Parts): readonly NamedPart[] {
  const present = parts.named(SHEET);
  const targets = relations(parts.text(RELATIONS));
  const related = sheets.flatMap(({ name, relation }): readonly NamedPart[] => {
    const part = targets.get(relation) ?? '';
    return present.includes(part) ? [{ name, part }] : [];
  });
  if (related.length > 0) return related;
  return present.map((part, i) => ({ name: sheets[i]?.name ?? '', part }));
}

/** The names of parts by the ids of relations. */
function relations(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(xml, {
    open: (name, { Id = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
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

/** Quoted texts, colours and conditions, and characters that are shown, skipped or repeated. */
const NO_DATE_PARTS = /"[^"]*"|\[[^\]]*\]|[\\_*]./g;

/** True for the cell styles that show dates. */
function dateStyles(xml: string): readonly boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  readXml(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, /[ymdhs]/i.test(formatCode.replace(NO_DATE_PARTS, '')));
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
  /** Days from day 0 to 1970. */
  readonly firstDay: number;
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
  { strings, dates, firstDay }: Book,
): string {
  if (value === '') return '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'n' && dates[style]) return shownDate(Number(value), firstDay);
  return value;
}

/**
 * Days from the last day of 1899: Excel's nonexistent 29 February 1900 lies before all correct
 * dates.
 */
const DAYS_TO_1970 = 25_569;
/** Days from 1904 to 1970: old books of the Macintosh count from 1 January 1904, day 0. */
const DAYS_FROM_1904 = 24_107;
const DAY_MS = 86_400_000;

function shownDate(days: number, firstDay: number): string {
  const ms = Math.round((days - firstDay) * DAY_MS);
  if (!Number.isFinite(ms) || Math.abs(ms) > DAYS_TO_1970 * 100 * DAY_MS) return String(days);
  const [day = '', time = ''] = new Date(ms).toISOString().split(/[T.]/);
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
