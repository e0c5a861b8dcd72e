/**
 * Index names made of dates: `<logs-{now/d}>`, `<logs-{now/M{yyyy.MM}}>`,
 * `<logs-{now/d{yyyy.MM.dd|+12:00}}>`. A backslash makes the next brace literal. A name without
 * `<…>` is returned unchanged.
 */
import { ApiError } from '@skein/errors';
import { parseDateFormat } from './date_format.js';
import { parseDateMath } from './date_math.js';

const DEFAULT_FORMAT = 'uuuu.MM.dd';

export function resolveDateMathName(expression: string, nowMs: number): string {
  if (expression.length <= 2 || !expression.startsWith('<') || !expression.endsWith('>')) {
    return expression;
  }
  const inner = expression.slice(1, -1);
  let name = '';
  for (let at = 0; at < inner.length; at++) {
    const character = inner.charAt(at);
    if (character === '\\' && at + 1 < inner.length) {
      at++;
      name += inner.charAt(at);
    } else if (character === '{') {
      const end = closingBrace(inner, at, expression);
      name += resolvePlaceholder(inner.slice(at + 1, end), expression, nowMs);
      at = end;
    } else if (character === '}') {
      throw invalid(expression, `invalid character at position [${at}]`);
    } else {
      name += character;
    }
  }
  return name;
}

function closingBrace(inner: string, start: number, expression: string): number {
  let depth = 0;
  for (let at = start; at < inner.length; at++) {
    const character = inner.charAt(at);
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth === 0) return at;
  }
  throw invalid(expression, 'date math placeholder is open ended');
}

function resolvePlaceholder(placeholder: string, expression: string, nowMs: number): string {
  const brace = placeholder.indexOf('{');
  let math = placeholder;
  let formatText = DEFAULT_FORMAT;
  let timeZone: string | undefined;
  if (brace >= 0) {
    if (!placeholder.endsWith('}'))
      throw invalid(expression, 'missing closing `}` for date math format');
    if (brace === placeholder.length - 2) throw invalid(expression, 'missing date format');
    math = placeholder.slice(0, brace);
    const inside = placeholder.slice(brace + 1, -1);
    const bar = inside.indexOf('|');
    formatText = bar < 0 ? inside : inside.slice(0, bar);
    timeZone = bar < 0 ? undefined : inside.slice(bar + 1);
  }
  const format = parseDateFormat(formatText);
  return format.format(parseDateMath(math, format, { nowMs, roundUp: false, timeZone }), timeZone);
}

function invalid(expression: string, what: string): ApiError {
  return new ApiError(
    'parse_exception',
    `invalid dynamic name expression [${expression.slice(1, -1)}]. ${what}`,
  );
}
