/**
 * The area of `_ingest/pipeline/_simulate`: pipelines of a few processors over documents that have
 * most of the fields that the processors use.
 */
import type { Area, Case, Surroundings } from '../area.ts';
import { ADVERSARIAL } from '../corpus.ts';
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';
import { COMMON, FIELDS, PROCESSORS, type Settings } from './ingest_processors.ts';

const VERBOSE_PERCENT = 20;
const ON_FAILURE_PERCENT = 20;
const SPOILED_PERCENT = 3;
const OPTIONAL_PERCENT = 20;
const COMMON_PERCENT = 7;
const ABSENT_PERCENT = 12;
const OTHER_PERCENT = 5;

export const INGEST: Area = {
  name: 'ingest',
  prepare: ({ dice }: Surroundings) => {
    const generator = new IngestGenerator(dice);
    return { indices: [], next: () => generator.next() };
  },
};

class IngestGenerator {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  next(): Case {
    const pipeline: Made = { processors: this.#processors(3) };
    if (this.#dice.chance(ON_FAILURE_PERCENT)) pipeline.on_failure = this.#handlers();
    if (this.#dice.chance(SPOILED_PERCENT)) pipeline[this.#dice.pick(['version', 'nope'])] = 1;
    const named = JSON.stringify(pipeline);
    const docs = Array.from({ length: 1 + this.#dice.int(3) }, () => this.#document(named));
    const verbose = this.#dice.chance(VERBOSE_PERCENT) ? '?verbose=true' : '';
    return {
      method: 'POST',
      path: `/_ingest/pipeline/_simulate${verbose}`,
      body: { pipeline, docs },
      wholeTexts: true,
    };
  }

  #processors(most: number): Json[] {
    return Array.from({ length: 1 + this.#dice.int(most) }, () => this.#processor());
  }

  #processor(): Made {
    const type = this.#dice.pick(Object.keys(PROCESSORS));
    const settings = this.#settings(PROCESSORS[type] ?? {});
    if (this.#dice.chance(ON_FAILURE_PERCENT / 2)) settings.on_failure = this.#handlers();
    if (this.#dice.chance(SPOILED_PERCENT)) settings.nope = 1;
    return { [type]: settings };
  }

  #settings({ required = {}, optional = {} }: Settings): Made {
    return {
      ...this.#some(required, 100 - SPOILED_PERCENT),
      ...this.#some(optional, OPTIONAL_PERCENT),
      ...this.#some(COMMON, COMMON_PERCENT),
    };
  }

  #some(choices: { readonly [key: string]: readonly Json[] }, percent: number): Made {
    const picked = Object.entries(choices).filter(() => this.#dice.chance(percent));
    return Object.fromEntries(
      picked.map(([key, values]) => [key, structuredClone(this.#dice.pick(values))]),
    );
  }

  #handlers(): Json[] {
    if (this.#dice.chance(25)) return this.#processors(2);
    const value = `{{ _ingest.on_failure_${this.#dice.pick(TOLD)} }}`;
    return [{ set: { field: 'why', value } }];
  }

  /** A document with most of the fields that the pipeline names, and few of the others. */
  #document(named: string): Made {
    const entries = Object.entries(CONTENTS).filter(([name]) =>
      this.#dice.chance(named.includes(name) ? 100 - ABSENT_PERCENT : OTHER_PERCENT),
    );
    const source = Object.fromEntries(
      entries.map(([name, values]) => [name, structuredClone(this.#dice.pick(values))]),
    );
    if (this.#dice.chance(10)) source[this.#dice.pick(FIELDS)] = this.#dice.pick(ODD);
    const metadata = this.#dice.chance(15) ? structuredClone(this.#dice.pick(METADATA)) : {};
    return { ...metadata, _source: source };
  }
}

const TOLD = ['message', 'processor_type', 'processor_tag', 'pipeline'];

const METADATA: readonly Made[] = [
  { _index: 'i', _id: 'x' },
  { _routing: 'r', _id: 'x' },
  { _version: 3, _version_type: 'external' },
  { _if_seq_no: 1, _if_primary_term: 2 },
  { _id: 7 },
];

const ODD: readonly Json[] = [null, 7, -1.5, true, [], {}, '', ['x', 1, null], { a: [{ b: 1 }] }];

const TEXTS: readonly string[] = [
  ...ADVERSARIAL,
  'Hello World',
  'foo bar baz',
  'number',
  'target',
  'nothing to see',
];

const DATES: readonly Json[] = [
  '2026-11-25T08:30:01.123Z',
  '2026-11-25T08:30:01+02:00',
  '2026-11-25',
  '2026-02-29',
  '2026/11/25 08:30:01',
  '25/Nov/2026:08:30:01 +0100',
  '1795595401',
  '1795595401.25',
  '1795595401123',
  1795595401,
  '@400000006583a11e2bcfa3b4',
  'Nov 25 08:30:01',
  'Wed Nov 25 08:30:01 2026',
  '2024-12-30T23:59:59.999999Z',
  '2026-11-25 08:30',
  'yesterday',
];

const LOGS: readonly string[] = [
  '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326',
  '10.1.2.3 - - [25/Nov/2026:08:30:01 +0000] "POST /a?b=c HTTP/1.1" 500 - "http://x.y/" "curl/8.0"',
  'Nov 25 08:30:01 host sshd[123]: Failed password for root',
  '2026-11-25T08:30:01,123 WARN [main] something   happened',
  'level=info took=12.5ms 42',
  '[a] b c d',
  'foo-12 bar',
];

const CONTENTS: { readonly [field: string]: readonly Json[] } = {
  text: TEXTS,
  number: [0, 3, 7, -12, 2147483648, 1234567890123],
  decimal: [0.5, 1e21, -3.0, 123456.789],
  flag: [true, false],
  list: [['b', 'a', 'c'], ['x'], [' pad ', 'B', 'b'], []],
  numbers: [[3, 1, 2], [1.5, 1, 10], [7]],
  mixed: [
    ['a', 1, true],
    [null, 'x'],
    [1, 1.5],
  ],
  object: [
    { a: 1, b: { c: 'x' } },
    { a: 'one', 'b.c': 2, 'a.b': 3 },
    { a: null, b: {} },
  ],
  objects: [[{ a: 1 }, { a: 'two' }], [{ a: { b: 1 } }], [{}]],
  nothing: [null],
  date: DATES,
  size: ['1kb', '2.5 MB', '10', '-1', '3PB', '1b', 'kb', '0', '1.0000001gb', 7],
  row: ['a,b,c', '"a ""q"" b",c', "'x;y';z", 'a;b', ' a , b ', 'a,,c', '"open', 'a "b" c,d', ''],
  pairs: ['a=1 b=2 c=3', 'a=1&b="x"&a=2', 'a:<x> b=[y] c', ' a=1', 'a==b', 'a=1,b=(2)'],
  json: ['{"a":1}', '[1,"x",null]', '7', '"t"', 'true', 'null', '1.50', '{"a":', '{"a":1} x', ''],
  ip: ['127.0.0.1', '10.1.2.3', '2001:db8::1', 'nope'],
  ip6: ['::1', '66.35.250.204', 'fe80::1'],
  port: [80, '443', 65536, 1024, 'x'],
  protocol: ['tcp', 'UDP', 'icmp', 'sctp', 'nope'],
  six: [6, 17, '1', 256],
  html: [
    '<b>bold</b> &amp; <i>it',
    '<p>a</p><br/>b',
    '&lt;x&gt; &nbsp; &#65;',
    '<!-- c -->d',
    '<script>x</script>y',
  ],
  url: ['https://a.example/p%20q?x=%C3%A9', 'a+b%2', '%zz', 'plain', '/x/y.z'],
  agent: ['curl/8.0'],
  log: LOGS,
  numeric: [
    '7',
    '-7',
    '0x1F',
    '1.5',
    '1e3',
    '9223372036854775808',
    'true',
    'TRUE',
    ' 7',
    '',
    '٣',
    'NaN',
    '07',
    '1f',
    '::1',
    1.5,
    [1, '2'],
    ['x'],
  ],
  zone: ['Europe/Paris', 'nope', '+01:00'],
  locale: ['en', 'en-GB'],
  'dot.ted': [1, 'x', { a: 1 }],
};
