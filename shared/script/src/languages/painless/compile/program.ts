/** Compiles a whole script to a JavaScript function. */
import { type ClassRegistry, type Method, methodKey, type Type, type Value } from '@skein/java';
import type { FunctionDeclaration, TypeName } from '../syntax/ast.js';
import { fault, nestedTooDeeply, UNPLACED_FAULT } from '../syntax/compile_fault.js';
import { parseScript } from '../syntax/parse_statement.js';
import { type DocumentAccess, documentAccess } from './document_access.js';
import { zeroOf } from './expressions.js';
import { functionText } from './function_text.js';
import { RUNTIME } from './runtime_table.js';
import { FunctionFrame, HOST_DOC, Scope } from './scope.js';
import type { Specialization } from './specialized.js';
import { compileBlock } from './statements.js';
import { Unit } from './unit.js';

/** The inputs and the result type that a context defines for a script. */
export interface Signature {
  /** The name of the context: some have classes of their own. */
  readonly name?: string;
  readonly variables: readonly { readonly name: string; readonly type: Type }[];
  readonly returns: Type;
  /** Functions of the context, such as `emit`, by name and number of arguments. */
  readonly functions?: readonly Method[];
}

export interface Program {
  /**
   * The emitted text: names made by the compiler, numbers and JavaScript keywords, but no character
   * of the script.
   */
  readonly text: string;
  readonly constants: readonly unknown[];
  /**
   * Runs the script with the values of the context's variables in order, in the form of their
   * types.
   */
  readonly run: (...values: unknown[]) => Value;
  /**
   * Runs the script for each row of the block that `doc` holds; defined for document scripts that
   * return a number or a boolean.
   */
  readonly runRows: Program['run'] | undefined;
  /** The context's variables that the script uses. */
  readonly used: ReadonlySet<string>;
  /** The reads by constant names. */
  readonly access: DocumentAccess;
  /** The start offsets of statements, for excerpts in errors. */
  readonly statements: readonly number[];
}

interface ProgramOptions {
  readonly registry: ClassRegistry;
  readonly regexes: boolean;
  readonly special?: Specialization | undefined;
}

export function compileProgram(
  source: string,
  signature: Signature,
  options: ProgramOptions,
): Program {
  const script = parseScript(source);
  const unit = new Unit(options.registry, options);
  for (const method of signature.functions ?? [])
    unit.given.set(methodKey(method.name, method.parameters.length), method);
  for (const one of script.functions) announce(unit, one);
  const functions = script.functions.map((one) => compileFunction(unit, one));
  unit.places.enterFunction();
  const frame = new FunctionFrame(unit, signature.returns);
  frame.isMain = true;
  const scope = new Scope(frame);
  // A script may assign to the variables of its context; the host sees nothing of it.
  const parameters = signature.variables.map(
    (one) => scope.declare(0, one.name, { type: one.type }).js,
  );
  const access = documentAccess(script);
  const kept = access.assignsDoc ? keptDoc(scope) : '';
  if (script.body.statements.length === 0) {
    const words = `found no statements for function [execute] with [${signature.variables.length - 1}] parameters`;
    throw fault(0, `invalid function definition: ${words}`);
  }
  const flow = compileBlock(scope.child(), script.body, { isLast: true });
  if (unit.deferred !== undefined) throw unit.deferred;
  const end =
    flow.escapes || signature.returns === 'void' ? '' : `return ${zeroOf(signature.returns)};`;
  const main = functionText(frame, { name: 'main', parameters, body: kept + flow.js + end });
  const rows = rowsText(unit, signature, parameters);
  const text = moduleText(unit, [...functions, main], rows);
  const { main: run, rows: runRows } = instantiate(text, unit.constants);
  return {
    text,
    constants: unit.constants,
    run,
    runRows: runRows ?? undefined,
    used: frame.used,
    access,
    statements: [...unit.places.statements].sort((a, b) => a - b),
  };
}

/** Keeps the document for `hostDoc`; returns the statement. */
function keptDoc(scope: Scope): string {
  const doc = scope.find('doc');
  if (doc === undefined) return '';
  return `const ${scope.declare(0, HOST_DOC, { type: doc.type, readOnly: true }).js}=${doc.js};`;
}

function announce(unit: Unit, node: FunctionDeclaration): void {
  const key = methodKey(node.name, node.parameters.length);
  if (unit.functions.has(key))
    throw fault(node.at, `invalid function definition: found duplicate function [${key}].`);
  const { at } = node;
  const missing = (what: string, { name }: TypeName): { at: number; words: string } => {
    const words = `invalid function definition: ${what} type [${name}] not found for function [${key}]`;
    return { at, words };
  };
  const returns = unit.type(node.returnType, missing('return', node.returnType));
  const parameters = node.parameters.map(({ type }) => unit.type(type, missing('parameter', type)));
  unit.functions.set(key, {
    name: unit.fresh('f'),
    returns,
    parameters,
  });
}

function compileFunction(unit: Unit, node: FunctionDeclaration): string {
  const own = unit.functions.get(methodKey(node.name, node.parameters.length));
  if (own === undefined) throw fault(node.at, `function [${node.name}] is not declared`);
  const where = `function [${node.name}] with [${node.parameters.length}] parameters`;
  if (node.body.statements.length === 0)
    throw fault(node.at, `invalid function definition: found no statements for ${where}`);
  unit.places.enterFunction();
  const frame = new FunctionFrame(unit, own.returns);
  const scope = new Scope(frame);
  const parameters = node.parameters.map(
    (one, i) => scope.declare(node.at, one.name, { type: own.parameters[i] ?? 'def' }).js,
  );
  const flow = compileBlock(scope.child(), node.body, { isLast: true });
  if (!flow.escapes && own.returns !== 'void') {
    throw fault(
      node.at,
      `invalid function definition: not all paths provide a return value for ${where}`,
    );
  }
  return functionText(frame, { name: own.name, parameters, body: flow.js });
}

interface RowsText {
  readonly name: string;
  readonly js: string;
}

/**
 * Emits the loop as part of the script: its callees are inlined, and intermediate numbers need not
 * be allocated.
 */
function rowsText(
  unit: Unit,
  { variables, returns }: Signature,
  parameters: readonly string[],
): RowsText | undefined {
  const doc = parameters[variables.findIndex(({ name }) => name === 'doc')];
  if (doc === undefined || (returns !== 'double' && returns !== 'boolean')) return undefined;
  const given = parameters.map((parameter, i) =>
    variables[i]?.name === '_score' ? `${unit.use('rowScore')}(${doc})` : parameter,
  );
  const name = unit.fresh('f');
  const put = `${unit.use('putRow')}(${doc},main(${given.join(',')}));`;
  const js = `function ${name}(${parameters.join(',')}){while(${unit.use('nextRow')}(${doc}))${put}}`;
  return { name, js };
}

function moduleText(unit: Unit, functions: readonly string[], rows: RowsText | undefined): string {
  const exported = `return ${unit.use('module')}(main,${rows?.name ?? 'null'});`;
  const constants = unit.constants.map((_, i) => `k${i}=K[${i}]`);
  const runtime = [...unit.runtime].map((name) => `r_${name}=R.${name}`);
  const bound = [...constants, ...runtime];
  const head = bound.length === 0 ? '' : `const ${bound.join(',')};`;
  return `"use strict";${head}${functions.join('')}${rows?.js ?? ''}${exported}`;
}

interface Instance {
  readonly main: Program['run'];
  readonly rows: Program['run'] | null;
}

/** The only place where text becomes code; see docs/adr/0010. */
function instantiate(text: string, constants: readonly unknown[]): Instance {
  return compiled(text)(RUNTIME, constants);
}

type Make = (runtime: typeof RUNTIME, constants: readonly unknown[]) => Instance;

function compiled(text: string): Make {
  try {
    return new Function('R', 'K', text) as Make;
  } catch (error) {
    // The JavaScript engine parses text recursively, and the possible depth depends on the thread's
    // stack.
    if (error instanceof RangeError) throw nestedTooDeeply(UNPLACED_FAULT);
    throw error;
  }
}
