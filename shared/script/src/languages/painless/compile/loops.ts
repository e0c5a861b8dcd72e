/**
 * Loops: each iteration is counted, and OpenSearch's checks for loops that cannot end or cannot
 * iterate.
 */
import { isPrimitive } from '@skein/java';
import type { Block, EachStatement, Expression, ForStatement, Statement } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { cast } from './casts.js';
import { compile, compileTo } from './expressions.js';
import type { Scope } from './scope.js';
import { compileBlock, declare, type Flow, PLAIN } from './statements.js';
import { shown } from './unit.js';
import { refuseUnused } from './unused.js';

function turn(scope: Scope, at: number): string {
  scope.unit.places.note(at);
  scope.unit.places.instruction();
  return counted(scope, at);
}

/** Counts iterations in the function; every 256th one checks if the script may continue. */
function counted(scope: Scope, at: number): string {
  scope.frame.hasLoops = true;
  return `if((--L&255)===0){p=${at};${scope.unit.use('tick')}(L);}`;
}

/** The value of a test that is the literal `true` or `false`. */
function constantTest(test: Expression | undefined): boolean | undefined {
  if (test === undefined) return true;
  return test.kind === 'boolean' ? test.value : undefined;
}

interface Loop {
  readonly at: number;
  readonly name: string;
  readonly body: Block | undefined;
}

function isEmpty(body: Block | undefined): boolean {
  return body === undefined || body.statements.length === 0;
}

function loopBody(scope: Scope, { at, name, body }: Loop): Flow {
  if (body === undefined || isEmpty(body)) return { ...PLAIN, js: '' };
  const flow = compileBlock(scope.child(true), body, { isLast: false, lastOfLoop: true });
  if (flow.endsIteration && !flow.hasContinue) throw fault(at, `extraneous ${name} loop`);
  return flow;
}

const left = (flow: Flow, forever: boolean): Omit<Flow, 'js'> => {
  const escapes = forever && !flow.hasBreak;
  return { ...PLAIN, escapes, endsIteration: escapes };
};

export function whileLoop(scope: Scope, node: Extract<Statement, { kind: 'while' }>): Flow {
  const known = constantTest(node.test);
  const inner = scope.child(true);
  const test = compileTo(inner, node.test, 'boolean').js;
  if (known === false) throw fault(node.at, 'extraneous while loop');
  if (known && isEmpty(node.body)) throw fault(node.at, 'no paths escape from while loop');
  const turned = turn(scope, node.at);
  const body = loopBody(inner, { at: node.at, name: 'while', body: node.body });
  return { js: `while(${test}){${turned}${body.js}}`, ...left(body, known === true) };
}

export function doLoop(scope: Scope, node: Extract<Statement, { kind: 'do' }>): Flow {
  if (node.body.statements.length === 0) throw fault(node.at, 'extraneous do-while loop');
  const inner = scope.child(true);
  const body = loopBody(inner, { at: node.at, name: 'do-while', body: node.body });
  const known = constantTest(node.test);
  if (known === false) throw fault(node.at, 'extraneous do-while loop');
  const test = compileTo(inner, node.test, 'boolean').js;
  const turned = turn(scope, node.at);
  return { js: `do{${turned}${body.js}}while(${test});`, ...left(body, known === true) };
}

function beforeLoop(scope: Scope, initializer: ForStatement['initializer']): string {
  if (initializer === undefined) return '';
  if (initializer.kind === 'declare') return declare(scope, initializer);
  refuseUnused(scope, initializer);
  return `${compile(scope, initializer).js};`;
}

function afterTurn(scope: Scope, after: ForStatement['after']): string {
  if (after === undefined) return '';
  refuseUnused(scope, after);
  return compile(scope, after).js;
}

export function forLoop(scope: Scope, node: ForStatement): Flow {
  const inner = scope.child(true);
  const before = beforeLoop(inner, node.initializer);
  const known = constantTest(node.test);
  const test = node.test === undefined ? 'true' : compileTo(inner, node.test, 'boolean').js;
  if (known === false) throw fault(node.at, 'extraneous for loop');
  if (node.test !== undefined && known && isEmpty(node.body)) {
    throw fault(node.at, 'no paths escape from for loop');
  }
  const turned = turn(scope, node.at);
  const { places } = scope.unit;
  const { state } = places;
  const after = afterTurn(inner, node.after);
  places.restore(state);
  const body = loopBody(inner, { at: node.at, name: 'for', body: node.body });
  const js = `{${before}for(;${test};${after}){${turned}${body.js}}}`;
  // OpenSearch does not see that `for (;;);` never ends.
  return { js, ...left(body, known === true && !isEmpty(node.body)) };
}

export function eachLoop(scope: Scope, node: EachStatement): Flow {
  const { unit } = scope;
  const items = compile(scope, node.items);
  const words = `invalid foreach loop: type [${node.type.name}] not found`;
  const type = unit.type(node.type, { at: node.at, words });
  const inner = scope.child(true);
  const isArray = items.type.endsWith('[]');
  const element = isArray ? items.type.slice(0, -2) : 'def';
  if (
    !isArray &&
    items.type !== 'def' &&
    !unit.registry.isSubtype(items.type, 'java.lang.Iterable')
  ) {
    throw fault(node.at, `invalid foreach loop: cannot iterate over type [${shown(items.type)}].`);
  }
  const variable = inner.declare(node.at, node.name, { type, readOnly: true });
  const given = unit.fresh('t');
  const here = unit.here();
  const value = cast(unit, { type: element, js: given, at: node.at }, type, { isTurn: true });
  if (node.body.statements.length === 0) throw fault(node.at, 'extraneous foreach loop');
  const body = loopBody(inner, { at: node.at, name: 'foreach', body: node.body });
  const boxed = isArray && isPrimitive(element) ? 'false' : 'true';
  const walk = `${unit.use('iterate')}(${items.js},${boxed},${here})`;
  const js = `for(const ${given} of ${walk}){${counted(scope, node.at)}let ${variable.js}=${value.js};${body.js}}`;
  return { ...PLAIN, js };
}
