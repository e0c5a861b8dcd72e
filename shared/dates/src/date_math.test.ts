import { parseDateFormat } from './date_format.js';
import { parseDateMath } from './date_math.js';
import { resolveDateMathName } from './date_math_name.js';

const nowMs = Date.UTC(2024, 4, 17, 8, 30, 1, 250);
const format = parseDateFormat('strict_date_optional_time||epoch_millis');
const evaluate = (text: string, roundUp = false, timeZone?: string) =>
  new Date(parseDateMath(text, format, { nowMs, roundUp, timeZone })).toISOString();

describe('date math', () => {
  it.each([
    ['now', '2024-05-17T08:30:01.250Z'],
    ['now-1d/d', '2024-05-16T00:00:00.000Z'],
    ['now/w', '2024-05-13T00:00:00.000Z'],
    ['now+1h/h', '2024-05-17T09:00:00.000Z'],
    ['2024-01-31||+1M', '2024-02-29T00:00:00.000Z'],
    ['2024-01-01||+1M/d', '2024-02-01T00:00:00.000Z'],
    ['2024-02-29||+1y', '2025-02-28T00:00:00.000Z'],
    ['2024-05-17||/y', '2024-01-01T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  it.each([
    ['now/d', '2024-05-17T23:59:59.999Z'],
    ['now/M', '2024-05-31T23:59:59.999Z'],
    ['2024-05-17||/d', '2024-05-17T23:59:59.999Z'],
    ['2024-05-17', '2024-05-17T23:59:59.999Z'],
    ['2024-05-17||+1d', '2024-05-18T00:00:00.000Z'],
  ])('%s rounded up', (text, expected) => {
    expect(evaluate(text, true)).toBe(expected);
  });

  it('rounds in a time zone', () => {
    expect(evaluate('now/d', false, 'America/New_York')).toBe('2024-05-17T04:00:00.000Z');
    expect(evaluate('2024-05-17', false, '+02:00')).toBe('2024-05-16T22:00:00.000Z');
  });

  it.each([
    ['2024-10-28T01:30:00Z||-1d', 'Europe/Berlin', '2024-10-27T01:30:00.000Z'],
    ['2024-10-26T00:30:00Z||+1d', 'Europe/Berlin', '2024-10-27T00:30:00.000Z'],
    ['2024-10-27T01:30:00Z||+0d', 'Europe/Berlin', '2024-10-27T01:30:00.000Z'],
    ['2024-10-27T01:30:00Z||+1M-1M', 'Europe/Berlin', '2024-10-27T01:30:00.000Z'],
    ['2024-10-27T01:30:00Z||-1w+1w', 'Europe/Berlin', '2024-10-27T00:30:00.000Z'],
    ['2024-03-30T01:30:00Z||+1d', 'Europe/Berlin', '2024-03-31T01:30:00.000Z'],
    ['2024-11-03T17:00:00Z||/d', 'America/Havana', '2024-11-03T05:00:00.000Z'],
    ['2024-11-03T04:30:00Z||/d', 'America/Havana', '2024-11-03T04:00:00.000Z'],
    ['2024-04-06T15:10:00Z||/h', 'Australia/Lord_Howe', '2024-04-06T14:00:00.000Z'],
  ])('%s in %s keeps its offset if the new local time has it', (text, timeZone, expected) => {
    expect(evaluate(text, false, timeZone)).toBe(expected);
  });

  it.each([
    ['1609459200000', '+01:00', '2020-12-31T23:00:00.000Z'],
    ['1609459200000||/d', 'America/New_York', '2021-01-01T05:00:00.000Z'],
    ['1609459200000', undefined, '2021-01-01T00:00:00.000Z'],
    ['2021-01-01T00:00:00Z', '+01:00', '2021-01-01T00:00:00.000Z'],
  ])('%s in %s is a local time if it is a number, as in OpenSearch', (text, timeZone, expected) => {
    expect(evaluate(text, false, timeZone)).toBe(expected);
  });

  it.each(['+', '-'])('refuses years beyond those of Java after %s', (sign) => {
    expect(() => evaluate(`2024-01-01||${sign}2147483647y`)).toThrow(
      'Invalid value for Year (valid values -999999999 - 999999999)',
    );
  });

  it.each([
    ['now*1d', 'operator not supported for date math [*1d]'],
    ['now+', 'truncated date math [+]'],
    ['now+5', 'truncated date math [+5]'],
    ['now/2d', 'rounding `/` can only be used on single unit types [/2d]'],
    ['now+1x', 'unit [x] not supported for date math [+1x]'],
    ['nowhere to go', 'operator not supported for date math [here to go]'],
    [
      'mist',
      'failed to parse date field [mist] with format [strict_date_optional_time||epoch_millis]: [failed to parse date field [mist] with format [strict_date_optional_time||epoch_millis]]',
    ],
  ])('%s is refused', (text, reason) => {
    expect(() => evaluate(text)).toThrow(reason);
  });
});

describe('names made of dates', () => {
  it.each([
    ['logs', 'logs'],
    ['<logs-{now/d}>', 'logs-2024.05.17'],
    ['<logs-{now/M{yyyy.MM}}-x>', 'logs-2024.05-x'],
    ['<logs-{now/d{yyyy.MM.dd|+18:00}}>', 'logs-2024.05.18'],
    ['<a\\{b\\}-{now/y{yyyy}}>', 'a{b}-2024'],
  ])('%s', (expression, expected) => {
    expect(resolveDateMathName(expression, nowMs)).toBe(expected);
  });

  it('refuses a brace left open', () => {
    expect(() => resolveDateMathName('<logs-{now/d>', nowMs)).toThrow(
      'invalid dynamic name expression [logs-{now/d]. date math placeholder is open ended',
    );
  });
});
