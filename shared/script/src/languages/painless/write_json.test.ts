import { ApiError } from '@skein/errors';
import { JMap, toJson, type Value } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { compilePainless } from './painless.js';

const written = (source: string): unknown =>
  toJson(compilePainless(source, scriptContext('painless_test')).run(new JMap()) as Value);

/** JSON that OpenSearch writes into a document. */
describe('values of scripts in JSON', () => {
  it.each([
    ["ZonedDateTime.parse('2024-01-01T00:00:00Z')", '2024-01-01T00:00:00.000Z'],
    [
      "ZonedDateTime.parse('2023-12-31T23:00:00.123456789+01:00[Europe/Paris]')",
      '2023-12-31T23:00:00.123456789+01:00',
    ],
    ["LocalDateTime.parse('2024-01-01T10:11')", '2024-01-01T10:11:00.000Z'],
    ["LocalTime.parse('10:11:12.5')", '10:11:12.500'],
    ["OffsetDateTime.parse('2024-01-01T00:00:00+02:00')", '2024-01-01T00:00:00.000+02:00'],
    ["OffsetTime.parse('10:11+02:00')", '10:11:00.000+02:00'],
    ['Instant.ofEpochMilli(0L)', '1970-01-01T00:00:00.000Z'],
    ['new Date(1500L)', '1970-01-01T00:00:01.500Z'],
    ["LocalDate.parse('2024-01-02')", '2024-01-02'],
    ['Duration.ofSeconds(5)', 'PT5S'],
    ['DayOfWeek.MONDAY', 'MONDAY'],
    ['Locale.ENGLISH', 'en'],
    ['0.1f', 0.1],
    ['new float[] {0.1f, 2}', [0.1, 2]],
    ['new byte[] {1, 2, 3}', 'AQID'],
    ['[1: [2L]].values()', [[2]]],
    ["['a': null, 'b': new HashSet([true])]", { a: null, b: [true] }],
  ])('%s', (source, json) => {
    expect(written(source)).toEqual(json);
  });

  it.each([
    ["(char) 'a'", 'class java.lang.Character'],
    ["new char[] {(char) 'a'}", 'class [C'],
    ['new boolean[] {true}', 'class [Z'],
    ['Optional.of(1)', 'class java.util.Optional'],
    ["new StringBuilder('a')", 'class java.lang.StringBuilder'],
    ['YearMonth.of(2024, 5)', 'class java.time.YearMonth'],
    ['/a/', 'class java.util.regex.Pattern'],
  ])('refuses %s', (source, name) => {
    expect(() => written(source)).toThrow(
      new ApiError(
        'illegal_argument_exception',
        `cannot write xcontent for unknown value of type ${name}`,
      ),
    );
  });

  it('wants strings as keys, and an end', () => {
    expect(() => written('[1: 2]')).toThrow('class java.lang.Integer cannot be cast');
    expect(() => written('Map m = [:]; m.put(null, 1); return m')).toThrow('cannot be null');
    expect(() => written('List l = []; l.add(l); return l')).toThrow('self-referencing');
  });
});
