/**
 * Parses expressions by precedence climbing. Lambdas and references are only valid as arguments.
 */
import type { BinaryOperator, Expression, LambdaParameter, MapEntry, TypeName } from './ast.js';
import { OPERATING_ASSIGNMENTS } from './lexer.js';
import { parseBlock } from './parse_statement.js';
import { parsePlainType, parseType, typeLength } from './parse_types.js';
import type { TokenStream } from './token_stream.js';

const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  [
    ['||'],
    ['&&'],
    ['|'],
    ['^'],
    ['&'],
    ['==', '!=', '===', '!=='],
    ['instanceof'],
    ['<', '<=', '>', '>='],
    ['<<', '>>', '>>>'],
    ['=~', '==~'],
    ['+', '-'],
    ['*', '/', '%'],
  ].flatMap((operators, level) => operators.map((one): [string, number] => [one, level + 1])),
);

const ASSIGNMENTS: ReadonlySet<string> = new Set([
  '=',
  ...OPERATING_ASSIGNMENTS,
  '<<=',
  '>>=',
  '>>>=',
]);

export function parseExpression(tokens: TokenStream): Expression {
  return tokens.nested(() => {
    // A loop, as chains of conditionals may be long.
    const choices: { at: number; test: Expression; then: Expression }[] = [];
    let { at } = tokens.peek();
    let left = parseElvis(tokens);
    while (tokens.accept('?')) {
      const then = parseExpression(tokens);
      tokens.expect(':');
      choices.push({ at, test: left, then });
      at = tokens.peek().at;
      left = parseElvis(tokens);
    }
    return choices.reduceRight<Expression>(
      (otherwise, choice) => ({ kind: 'conditional', ...choice, otherwise }),
      parseAssignment(tokens, at, left),
    );
  });
}

/** Parses the rest of an assignment to `target`; returns `target` if there is none. */
function parseAssignment(tokens: TokenStream, at: number, target: Expression): Expression {
  const sign = tokens.peek();
  if (sign.kind !== 'op' || !ASSIGNMENTS.has(sign.text)) return target;
  tokens.take();
  // `ASSIGNMENTS` has only operators with an added `=`.
  const op = sign.text.slice(0, -1) as BinaryOperator | '';
  return { kind: 'assign', at, op, target, value: parseExpression(tokens) };
}

/** Parses `a ?: b`, which binds more tightly than `a ? b : c` and assignments. */
function parseElvis(tokens: TokenStream): Expression {
  const at = tokens.peek().at;
  const left = parseBinary(tokens, 1);
  if (!tokens.accept('?:')) return left;
  return { kind: 'elvis', at, left, right: tokens.nested(() => parseElvis(tokens)) };
}

function parseBinary(tokens: TokenStream, lowest: number): Expression {
  const at = tokens.peek().at;
  let left = parseUnary(tokens);
  for (;;) {
    const sign = tokens.peek();
    const level =
      sign.kind === 'op' || sign.kind === 'keyword' ? PRECEDENCE.get(sign.text) : undefined;
    if (level === undefined || level < lowest) return left;
    tokens.take();
    left =
      sign.text === 'instanceof'
        ? { kind: 'instanceof', at, operand: left, type: parseType(tokens) }
        : {
            kind: 'binary',
            at,
            // `PRECEDENCE` has no other words.
            op: sign.text as BinaryOperator,
            left,
            right: parseBinary(tokens, level + 1),
          };
  }
}

function parseUnary(tokens: TokenStream): Expression {
  return tokens.nested(() => {
    const { at } = tokens.peek();
    for (const op of ['++', '--'] as const) {
      if (tokens.accept(op))
        return { kind: 'step', at, op, prefix: true, target: parseChain(tokens) };
    }
    for (const op of ['+', '-'] as const) {
      if (!tokens.accept(op)) continue;
      const operand = parseUnary(tokens);
      if (op === '-' && operand.kind === 'number' && !operand.negative) {
        return { ...operand, at, negative: true };
      }
      return { kind: 'unary', at, op, operand };
    }
    return parseTightUnary(tokens);
  });
}

/** Parses the operand of a cast to a class: it has no sign, since `(a) - b` is a difference. */
function parseTightUnary(tokens: TokenStream): Expression {
  const { at } = tokens.peek();
  for (const op of ['!', '~'] as const) {
    if (tokens.accept(op)) return { kind: 'unary', at, op, operand: parseUnary(tokens) };
  }
  const cast = castType(tokens);
  if (cast !== undefined) {
    const primitive = /^(?:def|boolean|byte|short|char|int|long|float|double)$/.test(cast.name);
    const operand = tokens.nested(() => (primitive ? parseUnary(tokens) : parseTightUnary(tokens)));
    return { kind: 'cast', at, type: cast, operand };
  }
  const target = parseChain(tokens);
  for (const op of ['++', '--'] as const) {
    if (tokens.accept(op)) return { kind: 'step', at, op, prefix: false, target };
  }
  return target;
}

/** Consumes `(T)` if it precedes something that can only be a cast's operand. */
function castType(tokens: TokenStream): TypeName | undefined {
  if (!tokens.at('(')) return undefined;
  const length = typeLength(tokens, 1);
  if (length === 0 || !tokens.at(')', 1 + length)) return undefined;
  const first = tokens.peek(1);
  const isName = first.kind === 'id';
  if (isName && !startsTightUnary(tokens, 2 + length)) return undefined;
  tokens.take();
  const type = parseType(tokens);
  tokens.take();
  return type;
}

function startsTightUnary(tokens: TokenStream, ahead: number): boolean {
  const next = tokens.peek(ahead);
  if (next.kind === 'keyword')
    return ['true', 'false', 'null', 'new', 'def', 'this'].includes(next.text);
  if (next.kind === 'op') return ['(', '!', '~', '$'].includes(next.text);
  return next.kind !== 'end' && next.kind !== 'dot_id';
}

function parseChain(tokens: TokenStream): Expression {
  // Brackets behind the sizes of a new array are further sizes.
  const isNew = tokens.at('new');
  let target = parsePrimary(tokens);
  const bare = isNew && target.kind === 'new_array';
  for (let first = true; ; first = false) {
    const sign = tokens.peek();
    if (tokens.at('.') || tokens.at('?.')) target = parseMember(tokens, target);
    else if (tokens.at('[') && !(bare && first)) {
      tokens.take();
      const index = parseExpression(tokens);
      tokens.expect(']');
      target = { kind: 'index', at: sign.at, target, index };
    } else return target;
  }
}

function parseMember(tokens: TokenStream, target: Expression): Expression {
  const dot = tokens.take();
  const safe = dot.text === '?.';
  const name = tokens.take();
  if (name.kind !== 'dot_id') throw tokens.unexpected();
  if (!tokens.at('(')) return { kind: 'field', at: dot.at, target, name: name.text, safe };
  return { kind: 'call', at: dot.at, target, name: name.text, args: parseArguments(tokens), safe };
}

function parsePrimary(tokens: TokenStream): Expression {
  const token = tokens.peek();
  const { at, text } = token;
  switch (token.kind) {
    case 'number':
      tokens.take();
      return { kind: 'number', at, digitsAt: at, text, negative: false };
    case 'string':
      tokens.take();
      return { kind: 'string', at, value: text };
    case 'regex':
      tokens.take();
      return { kind: 'regex', at, pattern: text, flags: token.flags ?? '' };
    case 'id':
      tokens.take();
      return tokens.at('(')
        ? { kind: 'local_call', at, name: text, args: parseArguments(tokens) }
        : { kind: 'name', at, name: text };
    case 'keyword':
      return parseKeyword(tokens);
    default:
      return parseBracketed(tokens);
  }
}

function parseKeyword(tokens: TokenStream): Expression {
  const { at } = tokens.peek();
  if (tokens.accept('true')) return { kind: 'boolean', at, value: true };
  if (tokens.accept('false')) return { kind: 'boolean', at, value: false };
  if (tokens.accept('null')) return { kind: 'null', at };
  if (tokens.accept('new')) return parseNew(tokens, at);
  throw tokens.unexpected();
}

function parseNew(tokens: TokenStream, at: number): Expression {
  const type = parsePlainType(tokens);
  if (tokens.at('(')) return { kind: 'new', at, type, args: parseArguments(tokens) };
  if (tokens.at('[') && tokens.at(']', 1)) return parseArrayItems(tokens, at, type);
  const sizes: Expression[] = [];
  while (tokens.accept('[')) {
    sizes.push(parseExpression(tokens));
    tokens.expect(']');
  }
  if (sizes.length === 0) throw tokens.unexpected();
  return { kind: 'new_array', at, type, sizes };
}

function parseArrayItems(tokens: TokenStream, at: number, type: TypeName): Expression {
  tokens.take();
  tokens.take();
  tokens.expect('{');
  const items: Expression[] = [];
  if (!tokens.at('}')) {
    do {
      items.push(parseExpression(tokens));
    } while (tokens.accept(','));
  }
  tokens.expect('}');
  return { kind: 'array', at, type, items };
}

function parseBracketed(tokens: TokenStream): Expression {
  const { at } = tokens.peek();
  if (tokens.accept('(')) {
    const inner = parseExpression(tokens);
    tokens.expect(')');
    return inner;
  }
  if (tokens.accept('$')) {
    return { kind: 'local_call', at, name: '$', args: parseArguments(tokens) };
  }
  if (!tokens.accept('[')) throw tokens.unexpected();
  return parseListOrMap(tokens, at);
}

function parseListOrMap(tokens: TokenStream, at: number): Expression {
  if (tokens.accept(']')) return { kind: 'list', at, items: [] };
  if (tokens.accept(':')) {
    tokens.expect(']');
    return { kind: 'map', at, entries: [] };
  }
  const first = parseExpression(tokens);
  if (!tokens.accept(':')) {
    const items = [first];
    while (tokens.accept(',')) items.push(parseExpression(tokens));
    tokens.expect(']');
    return { kind: 'list', at, items };
  }
  const entries: MapEntry[] = [{ key: first, value: parseExpression(tokens) }];
  while (tokens.accept(',')) {
    const key = parseExpression(tokens);
    tokens.expect(':');
    entries.push({ key, value: parseExpression(tokens) });
  }
  tokens.expect(']');
  return { kind: 'map', at, entries };
}

function parseArguments(tokens: TokenStream): Expression[] {
  tokens.expect('(');
  const args: Expression[] = [];
  if (tokens.accept(')')) return args;
  do {
    args.push(parseArgument(tokens));
  } while (tokens.accept(','));
  tokens.expect(')');
  return args;
}

function parseArgument(tokens: TokenStream): Expression {
  const { at } = tokens.peek();
  const length = typeLength(tokens);
  if (length > 0 && tokens.at('::', length)) {
    const type = parseType(tokens);
    return parseReference(tokens, at, type);
  }
  if (tokens.at('this') && tokens.at('::', 1)) {
    tokens.take();
    return parseReference(tokens, at, 'this');
  }
  return lambdaStands(tokens) ? parseLambda(tokens) : parseExpression(tokens);
}

function parseReference(tokens: TokenStream, at: number, type: TypeName | 'this'): Expression {
  tokens.expect('::');
  const name = tokens.take();
  if (name.kind !== 'id' && name.text !== 'new') throw tokens.unexpected();
  return { kind: 'reference', at, type, name: name.text };
}

/** True at `x ->`, `T x ->` or a parenthesis whose closing one precedes an arrow. */
function lambdaStands(tokens: TokenStream): boolean {
  if (tokens.at('(')) {
    let ahead = 1;
    for (let depth = 1; depth > 0; ahead++) {
      if (tokens.peek(ahead).kind === 'end') return false;
      if (tokens.at('(', ahead)) depth++;
      if (tokens.at(')', ahead)) depth--;
    }
    return tokens.at('->', ahead);
  }
  const length = typeLength(tokens);
  if (length === 0) return false;
  return (
    tokens.at('->', length) || (tokens.peek(length).kind === 'id' && tokens.at('->', length + 1))
  );
}

function parseLambda(tokens: TokenStream): Expression {
  const { at } = tokens.peek();
  const parameters: LambdaParameter[] = [];
  if (tokens.accept('(')) {
    if (!tokens.at(')')) {
      do {
        parameters.push(parseLambdaParameter(tokens));
      } while (tokens.accept(','));
    }
    tokens.expect(')');
  } else parameters.push(parseLambdaParameter(tokens));
  tokens.expect('->');
  const body = tokens.at('{') ? parseBlock(tokens) : parseExpression(tokens);
  return { kind: 'lambda', at, parameters, body };
}

function parseLambdaParameter(tokens: TokenStream): LambdaParameter {
  const { at } = tokens.peek();
  if (tokens.at(')')) throw tokens.unexpected();
  const type = tokens.peek(typeLength(tokens)).kind === 'id' ? parseType(tokens) : undefined;
  return { at, type, name: tokens.expectName().text };
}
