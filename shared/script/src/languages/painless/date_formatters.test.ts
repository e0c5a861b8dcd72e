/** Methods of DateTimeFormatterBuilder, with the results of OpenSearch 2.19. */
import { JMap, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

const run = (source: string): unknown =>
  compilePainless(source, scriptContext('painless_test')).run(new JMap());

beforeEach(() => provideWorld(fixedWorld()));

const parsed = (made: string, text: string): unknown =>
  run(
    `try { return new DateTimeFormatterBuilder().${made}.toFormatter(Locale.ENGLISH).parse('${text}').toString() } catch (DateTimeException e) { return e.getMessage() }`,
  );

it.each([
  ["appendPattern('MMMMM')", 'J', '{MonthOfYear=7},ISO'],
  ["appendPattern('MMMMM')", 'F', '{MonthOfYear=2},ISO'],
  ["appendPattern('EEEEE')", 'T', '{DayOfWeek=4},ISO'],
])('a name of several values is that of the last: %s %s', (made, text, expected) => {
  expect(parsed(made, text)).toBe(expected);
});

it.each([
  ["appendPattern('MMM')", 'January', '{MonthOfYear=1},ISO'],
  ["appendPattern('MMMM')", 'Jan', '{MonthOfYear=1},ISO'],
  ["appendPattern('EEE')", 'Tuesday', '{DayOfWeek=2},ISO'],
  ["appendPattern('G')", 'CE', '{Era=1},ISO'],
])('lenient parsing takes names of every style: %s %s', (made, text, expected) => {
  expect(parsed(`parseLenient().${made}`, text)).toBe(expected);
  expect(parsed(`parseStrict().${made}`, text)).toMatch(/^Text '.*' could not be parsed/);
});

it('what follows a formatter without its field is printed in an optional section', () => {
  const made =
    "optionalStart().append(DateTimeFormatter.ofPattern('HH:mm')).appendLiteral('X').optionalEnd()";
  const source = `new DateTimeFormatterBuilder().${made}.toFormatter().format(LocalDate.of(2020, 1, 1))`;
  expect(run(`return ${source}`)).toBe('X');
});

const PADDED =
  "padNext(4, (char)'*').appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NOT_NEGATIVE)";

it.each([
  ['ab**1x', 6],
  ['ab*1xxxxx', 5],
])('the position of a fault in a padded value is that of the JDK: %s', (text, at) => {
  const refusal = `Text '${text}' could not be parsed at index ${at}`;
  expect(parsed(`appendLiteral('ab').${PADDED}`, text)).toBe(refusal);
});
