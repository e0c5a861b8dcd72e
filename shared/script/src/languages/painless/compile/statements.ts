/**
 * Compiles statements to JavaScript and performs OpenSearch's flow checks: no unreachable
 * statements, and none without effect.
 */
import { isPrimitive, type Type } from '@skein/java';
import type { Block, Catch, Expression, Statement } from '../syntax/ast.js';
import { castFault, fault } from '../syntax/compile_fault.js';
import { cast } from './casts.js';
import { conditional } from './conditionals.js';
import { compile, compileTo, zeroOf } from './expressions.js';
import { doLoop, eachLoop, forLoop, whileLoop } from './loops.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';
import { refuseUnused } from './unused.js';

/** A compiled statement, and the ways to leave it. */
export interface Flow {
  readonly js: string;
  /** True if every path returns or throws. */
  readonly escapes: boolean;
  /** True if every path leaves this iteration of the loop: by `continue`, `break` or `escapes`. */
  readonly endsIteration: boolean;
  readonly hasBreak: boolean;
  readonly hasContinue: boolean;
}

/** A statement after which the next one runs. */
export const PLAIN = {
  escapes: false,
  endsIteration: false,
  hasBreak: false,
  hasContinue: false,
} as const;

export interface Place {
  /** True for the last statement of a function: its value may be the result. */
  readonly isLast: boolean;
  /** True for the last statement of a loop's body. */
  readonly lastOfLoop?: boolean;
}

export function compileBlock(scope: Scope, block: Block, place: Place): Flow {
  let js = '';
  let flow: Omit<Flow, 'js'> = PLAIN;
  block.statements.forEach((statement, i) => {
    if (flow.escapes || flow.endsIteration)
      throw fault(block.at, 'invalid block: unreachable statement');
    const last = i === block.statements.length - 1;
    const made = compileStatement(scope, statement, {
      isLast: place.isLast && last,
      lastOfLoop: place.lastOfLoop === true && last,
    });
    js += made.js;
    flow = {
      escapes: made.escapes,
      endsIteration: made.endsIteration,
      hasBreak: flow.hasBreak || made.hasBreak,
      hasContinue: flow.hasContinue || made.hasContinue,
    };
  });
  return { js, ...flow };
}

/** Declarations start at their names; statements that only jump have no position. */
const WITHOUT_START: ReadonlySet<Statement['kind']> = new Set(['declare', 'continue', 'break']);

function compileStatement(scope: Scope, node: Statement, place: Place): Flow {
  if (!WITHOUT_START.has(node.kind)) scope.unit.places.statements.add(node.at);
  switch (node.kind) {
    case 'if':
      return ifStatement(scope, node, place);
    case 'while':
      return whileLoop(scope, node);
    case 'do':
      return doLoop(scope, node);
    case 'for':
      return forLoop(scope, node);
    case 'each':
      return eachLoop(scope, node);
    case 'try':
      return tryStatement(scope, node, place);
    case 'declare':
      return { ...PLAIN, js: declare(scope, node) };
    case 'continue':
      if (!scope.inLoop) throw fault(node.at, 'invalid continue statement: not inside loop');
      if (place.lastOfLoop) throw fault(node.at, 'extraneous continue statement');
      return { ...PLAIN, js: 'continue;', endsIteration: true, hasContinue: true };
    case 'break':
      if (!scope.inLoop) throw fault(node.at, 'invalid break statement: not inside loop');
      return { ...PLAIN, js: 'break;', endsIteration: true, hasBreak: true };
    case 'return':
      return returnStatement(scope, node);
    case 'throw': {
      const code = compileTo(scope, node.value, 'java.lang.Exception');
      const name = scope.temporary();
      return {
        ...PLAIN,
        js: `${name}=${code.js};${scope.unit.here()};throw ${scope.unit.use('throwing')}(${name});`,
        escapes: true,
        endsIteration: true,
      };
    }
    case 'expression':
      return expressionStatement(scope, node.value, place);
  }
}

export function declare(scope: Scope, node: Extract<Statement, { kind: 'declare' }>): string {
  const { name } = node.type;
  const [first] = node.variables;
  const words = `invalid declaration: cannot resolve type [${name}]`;
  const type = scope.unit.type(node.type, { at: first?.at ?? node.at, words });
  return node.variables
    .map((one) => {
      scope.unit.places.statements.add(one.at);
      const value = one.value === undefined ? zeroOf(type) : compileTo(scope, one.value, type).js;
      scope.unit.places.instruction();
      return `let ${scope.declare(one.at, one.name, { type }).js}=${value};`;
    })
    .join('');
}

function returnStatement(scope: Scope, node: Extract<Statement, { kind: 'return' }>): Flow {
  const { returns } = scope.frame;
  const done = (js: string): Flow => ({ ...PLAIN, js, escapes: true, endsIteration: true });
  if (node.value === undefined) {
    if (returns === 'void') return done('return;');
    throw castFault(node.at, `cannot cast from [${returns}] to [void]`);
  }
  return done(`return ${compileTo(scope, node.value, returns, true).js};`);
}

function expressionStatement(scope: Scope, node: Expression, { isLast }: Place): Flow {
  const { returns } = scope.frame;
  if (!isLast || returns === 'void') {
    refuseUnused(scope, node);
    // The last statement of a function ends it even if it returns nothing.
    return { ...PLAIN, js: `${compile(scope, node).js};`, escapes: isLast };
  }
  const { dynamic: _, ...code } = lastResult(scope, node, returns);
  if (code.type === 'void') return { ...PLAIN, js: `${code.js};` };
  const js = `return ${cast(scope.unit, code, returns, { internal: true }).js};`;
  return { ...PLAIN, js, escapes: true, endsIteration: true };
}

/**
 * A result without `return` is cast after its evaluation: a callee does not know the required type,
 * nor do the branches of an operator.
 */
function lastResult(scope: Scope, node: Expression, returns: Type): Code {
  switch (node.kind) {
    case 'conditional':
      return conditional(scope, node, { expected: undefined, internal: false, later: returns });
    case 'call':
    case 'field':
    case 'elvis':
      return compile(scope, node);
    default:
      return compile(scope, node, returns);
  }
}

function ifStatement(scope: Scope, node: Extract<Statement, { kind: 'if' }>, place: Place): Flow {
  if (node.test.kind === 'boolean') throw fault(node.at, 'extraneous if block');
  const test = compileTo(scope, node.test, 'boolean').js;
  if (node.then.statements.length === 0) throw fault(node.at, 'extraneous if block');
  const then = compileBlock(scope.child(), node.then, place);
  if (node.otherwise === undefined) {
    return {
      ...PLAIN,
      js: `if(${test}){${then.js}}`,
      hasBreak: then.hasBreak,
      hasContinue: then.hasContinue,
    };
  }
  if (node.otherwise.statements.length === 0) throw fault(node.at, 'extraneous else block');
  const other = compileBlock(scope.child(), node.otherwise, place);
  return {
    js: `if(${test}){${then.js}}else{${other.js}}`,
    escapes: then.escapes && other.escapes,
    endsIteration: then.endsIteration && other.endsIteration,
    hasBreak: then.hasBreak || other.hasBreak,
    hasContinue: then.hasContinue || other.hasContinue,
  };
}

function tryStatement(scope: Scope, node: Extract<Statement, { kind: 'try' }>, place: Place): Flow {
  const { unit } = scope;
  if (node.block.statements.length === 0) throw fault(node.at, 'extraneous try statement');
  const body = compileBlock(scope.child(), node.block, place);
  const thrown = unit.fresh('t');
  const catches = node.catches.map((one) => catchBlock(scope, one, { thrown, place }));
  const arms = catches.map((one) => one.js).join('');
  const js = `try{${body.js}}catch(e){const ${thrown}=${unit.use('trace')}(e,p);${arms}throw ${thrown};}`;
  const all = [body, ...catches];
  return {
    js,
    escapes: all.every((one) => one.escapes),
    endsIteration: all.every((one) => one.endsIteration),
    hasBreak: all.some((one) => one.hasBreak),
    hasContinue: all.some((one) => one.hasContinue),
  };
}

function catchBlock(
  scope: Scope,
  node: Catch,
  { thrown, place }: { thrown: string; place: Place },
): Flow {
  const { unit } = scope;
  const words = `invalid catch declaration: cannot resolve type [${node.type.name}]`;
  const type = unit.type(node.type, { at: node.at, words });
  if (isPrimitive(type) || !unit.registry.isSubtype(type, 'java.lang.Exception')) {
    throw fault(node.at, `cannot cast from [${type}] to [java.lang.Exception]`);
  }
  const inner = scope.child();
  unit.places.statements.add(node.at);
  unit.places.instruction();
  const variable = inner.declare(node.at, node.name, { type });
  const body = compileBlock(inner, node.block, place);
  const test = `${unit.use('isInstance')}(${unit.constant(unit.registry)},${thrown},${unit.constant(type)})`;
  return { ...body, js: `if(${test}){let ${variable.js}=${thrown};${body.js}}else ` };
}
