/** Parses statements, functions and the script. */
import { assert } from '@skein/base';
import { tooDeep } from '../../tree_depth.js';
import type {
  Block,
  Catch,
  Declarator,
  DeclareStatement,
  Expression,
  FunctionDeclaration,
  Script,
  Statement,
} from './ast.js';
import { nestedTooDeeply, UNPLACED_FAULT } from './compile_fault.js';
import { parseExpression } from './parse_expression.js';
import { parsePlainType, parseType, typeLength } from './parse_types.js';
import { TokenStream } from './token_stream.js';

export function parseScript(source: string): Script {
  const tokens = new TokenStream(source);
  const functions: FunctionDeclaration[] = [];
  while (functionStands(tokens)) functions.push(parseFunction(tokens));
  const statements: Statement[] = [];
  while (tokens.peek().kind !== 'end') statements.push(parseStatement(tokens));
  const script: Script = { functions, body: { kind: 'block', at: 0, statements } };
  if (tooDeep(script) !== undefined) throw nestedTooDeeply(UNPLACED_FAULT);
  return script;
}

/** `type name(` starts a function: no expression starts this way. */
function functionStands(tokens: TokenStream): boolean {
  const length = typeLength(tokens);
  return length > 0 && tokens.peek(length).kind === 'id' && tokens.at('(', length + 1);
}

function parseFunction(tokens: TokenStream): FunctionDeclaration {
  const returnType = parseType(tokens);
  const name = tokens.expectName().text;
  tokens.expect('(');
  const parameters: { type: ReturnType<typeof parseType>; name: string }[] = [];
  if (typeLength(tokens) > 0) {
    do {
      const type = parseType(tokens);
      parameters.push({ type, name: tokens.expectName().text });
    } while (tokens.accept(','));
  }
  tokens.expect(')');
  return { at: returnType.at, returnType, name, parameters, body: parseBlock(tokens) };
}

export function parseBlock(tokens: TokenStream): Block {
  return tokens.nested(() => {
    const { at } = tokens.expect('{');
    const statements: Statement[] = [];
    while (!tokens.at('}')) {
      if (tokens.peek().kind === 'end') throw tokens.unexpected();
      statements.push(parseStatement(tokens, true));
    }
    tokens.expect('}');
    return { kind: 'block', at, statements };
  });
}

/** A block, or a single statement in place of one. */
function parseTrailer(tokens: TokenStream): Block {
  if (tokens.at('{')) return parseBlock(tokens);
  const { at } = tokens.peek();
  return tokens.nested(() => ({ kind: 'block', at, statements: [parseStatement(tokens)] }));
}

function parseOptionalTrailer(tokens: TokenStream): Block | undefined {
  return tokens.accept(';') ? undefined : parseTrailer(tokens);
}

const COMPOUND: Readonly<Record<string, (tokens: TokenStream, at: number) => Statement>> = {
  if: parseIf,
  while: parseWhile,
  for: parseFor,
  try: parseTry,
};

/**
 * `endsBlock` is true if the statement may be the last one of a block, which needs no semicolon.
 */
function parseStatement(tokens: TokenStream, endsBlock = false): Statement {
  const { at, kind, text } = tokens.peek();
  const compound = kind === 'keyword' && Object.hasOwn(COMPOUND, text) ? COMPOUND[text] : undefined;
  if (compound !== undefined) {
    tokens.take();
    return compound(tokens, at);
  }
  const statement = parseSimple(tokens, at);
  const ended = tokens.accept(';') || (endsBlock && tokens.at('}')) || tokens.peek().kind === 'end';
  if (!ended) throw tokens.expected("{<EOF>, ';'}");
  return statement;
}

function parseSimple(tokens: TokenStream, at: number): Statement {
  if (tokens.accept('do')) return parseDo(tokens, at);
  if (tokens.accept('continue')) return { kind: 'continue', at };
  if (tokens.accept('break')) return { kind: 'break', at };
  if (tokens.accept('throw')) return { kind: 'throw', at, value: parseExpression(tokens) };
  if (tokens.accept('return')) {
    const empty = tokens.at(';') || tokens.at('}') || tokens.peek().kind === 'end';
    return { kind: 'return', at, value: empty ? undefined : parseExpression(tokens) };
  }
  if (declarationStands(tokens)) return parseDeclaration(tokens);
  return { kind: 'expression', at, value: parseExpression(tokens) };
}

function declarationStands(tokens: TokenStream): boolean {
  const length = typeLength(tokens);
  if (length === 0) return false;
  const named = tokens.peek(length).kind === 'id';
  // Only declarations start with the name of a primitive.
  return named || (tokens.peek().kind === 'primitive' && !tokens.at('::', length));
}

function parseDeclaration(tokens: TokenStream): DeclareStatement {
  const type = parseType(tokens);
  const variables: Declarator[] = [];
  do {
    const name = tokens.expectName();
    const value = tokens.accept('=') ? parseExpression(tokens) : undefined;
    variables.push({ at: name.at, name: name.text, value });
  } while (tokens.accept(','));
  return { kind: 'declare', at: type.at, type, variables };
}

type IfStatement = Extract<Statement, { kind: 'if' }>;

function parseIf(tokens: TokenStream, at: number): Statement {
  // A loop, as chains of `else if` may be long.
  const before: Omit<IfStatement, 'otherwise'>[] = [];
  let last = parseArm(tokens, at);
  let otherwise: Block | undefined;
  while (tokens.accept('else')) {
    const next = tokens.peek();
    if (!tokens.accept('if')) {
      otherwise = parseTrailer(tokens);
      break;
    }
    before.push(last);
    last = parseArm(tokens, next.at);
  }
  return before.reduceRight<IfStatement>(
    (inner, arm) => ({
      ...arm,
      otherwise: { kind: 'block', at: inner.at, statements: [inner] },
    }),
    { ...last, otherwise },
  );
}

/** Parses the condition and the body behind `if`. */
function parseArm(tokens: TokenStream, at: number): Omit<IfStatement, 'otherwise'> {
  const test = parseCondition(tokens);
  const then = parseTrailer(tokens);
  return { kind: 'if', at, test, then };
}

function parseCondition(tokens: TokenStream): Expression {
  tokens.expect('(');
  const test = parseExpression(tokens);
  tokens.expect(')');
  return test;
}

function parseWhile(tokens: TokenStream, at: number): Statement {
  const test = parseCondition(tokens);
  return { kind: 'while', at, test, body: parseOptionalTrailer(tokens) };
}

function parseDo(tokens: TokenStream, at: number): Statement {
  const body = parseBlock(tokens);
  tokens.expect('while');
  return { kind: 'do', at, body, test: parseCondition(tokens) };
}

function parseFor(tokens: TokenStream, at: number): Statement {
  tokens.expect('(');
  const length = typeLength(tokens);
  if (length > 0 && tokens.peek(length).kind === 'id' && tokens.at(':', length + 1)) {
    const type = parseType(tokens);
    return parseEach(tokens, at, type);
  }
  if (tokens.peek().kind === 'id' && tokens.at('in', 1)) {
    return parseEach(tokens, at, { at: tokens.peek().at, name: 'def' });
  }
  const initializer = tokens.at(';') ? undefined : parseInitializer(tokens);
  tokens.expect(';');
  const test = tokens.at(';') ? undefined : parseExpression(tokens);
  tokens.expect(';');
  const after = tokens.at(')') ? undefined : parseExpression(tokens);
  tokens.expect(')');
  return { kind: 'for', at, initializer, test, after, body: parseOptionalTrailer(tokens) };
}

function parseInitializer(tokens: TokenStream): DeclareStatement | Expression {
  return declarationStands(tokens) ? parseDeclaration(tokens) : parseExpression(tokens);
}

function parseEach(tokens: TokenStream, at: number, type: DeclareStatement['type']): Statement {
  const name = tokens.expectName().text;
  const sign = tokens.take();
  assert(sign.text === ':' || sign.text === 'in', 'a for-each has a colon or `in`');
  const items = parseExpression(tokens);
  tokens.expect(')');
  return { kind: 'each', at, type, name, items, body: parseTrailer(tokens) };
}

function parseTry(tokens: TokenStream, at: number): Statement {
  const block = parseBlock(tokens);
  const catches: Catch[] = [];
  do {
    const begin = tokens.expect('catch').at;
    tokens.expect('(');
    const type = parsePlainType(tokens);
    const name = tokens.expectName().text;
    tokens.expect(')');
    catches.push({ at: begin, type, name, block: parseBlock(tokens) });
  } while (tokens.at('catch'));
  return { kind: 'try', at, block, catches };
}
