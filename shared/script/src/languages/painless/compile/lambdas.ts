/** Lambdas and references to methods. Where only a dynamic call will know the interface, all of a lambda is `def`. */
import { type JavaClass, type Method, methodKey, type Type } from '../class_table.js';
import { JArray, JFunction, zeroValue } from '../runtime/container_types.js';
import { defToNumber } from '../runtime/convert.js';
import { asFunction, type BoxedMethod, boxedMethod } from '../runtime/dynamic.js';
import { allocate } from '../runtime/meter.js';
import { illegalArgument } from '../runtime/throwable.js';
import type { Value } from '../runtime/value.js';
import type { Expression, LambdaExpression } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { cast } from './casts.js';
import { compile } from './expressions.js';
import { functionText } from './function_text.js';
import { FunctionFrame, Scope } from './scope.js';
import { compileBlock } from './statements.js';
import { type Code, shown, type Unit } from './unit.js';

export function lambda(scope: Scope, node: LambdaExpression, expected: Type | undefined): Code {
  const { unit } = scope;
  const target = functional(unit, node.at, expected);
  if (target !== undefined && target.parameters.length !== node.parameters.length) {
    const words = `Incorrect number of parameters for [${target.name}] in [${shown(target.owner)}]`;
    throw fault(node.at, words);
  }
  const returns = target?.returns ?? 'def';
  unit.places.note(node.at);
  const outer = unit.places.enterFunction();
  const frame = new FunctionFrame(unit, returns, scope);
  const inner = new Scope(frame);
  const parameters = node.parameters.map((one, i) => {
    const type =
      one.type === undefined
        ? (target?.parameters[i] ?? 'def')
        : unit.type(one.type, { at: node.at, words: `cannot resolve type [${one.type.name}]` });
    return inner.declare(one.at, one.name, { type }).js;
  });
  const body = lambdaBody(inner, node, returns);
  unit.places.restore(outer);
  unit.places.instruction();
  const text = functionText(frame, { name: '', parameters, body });
  const captured = [...frame.captured.values()];
  const closed =
    captured.length === 0
      ? `(${text})`
      : `((${captured.map((one) => one.to.js).join(',')})=>${text})(${captured.map((one) => one.from).join(',')})`;
  const type = target === undefined ? 'def' : (expected ?? 'def');
  return { type, at: node.at, js: `${unit.use('makeLambda')}(${unit.constant(type)},${closed})` };
}

function lambdaBody(scope: Scope, node: LambdaExpression, returns: Type): string {
  const { body } = node;
  if (body.kind !== 'block') {
    scope.unit.places.statements.add(node.at);
    const code = compile(scope, body, returns === 'void' ? undefined : returns);
    if (returns === 'void') return `${code.js};`;
    if (code.type === 'void') return `${code.js};return null;`;
    return `return ${cast(scope.unit, code, returns, { internal: true }).js};`;
  }
  const flow = compileBlock(scope.child(false), body, { isLast: true });
  if (flow.escapes) return flow.js;
  if (returns === 'def') return `${flow.js}return null;`;
  throw fault(node.at, 'not all paths return a value for lambda');
}

/** The method of the interface that is wanted; undefined: it is not known yet. */
function functional(unit: Unit, at: number, expected: Type | undefined): Method | undefined {
  if (expected === undefined || expected === 'def') return undefined;
  const method = unit.registry.get(expected)?.functional;
  if (method === undefined)
    throw fault(at, `Cannot pass lambda to [${shown(expected)}], not a functional interface`);
  return method;
}

export function reference(
  scope: Scope,
  node: Extract<Expression, { kind: 'reference' }>,
  expected: Type | undefined,
): Code {
  const { unit } = scope;
  const { at } = node;
  const target = functional(unit, at, expected);
  unit.places.note(at);
  unit.places.instruction();
  const made = forCount(scope, node);
  if (target !== undefined) made.check(target.parameters.length);
  const type = target === undefined ? 'def' : (expected ?? 'def');
  const registry = unit.registry;
  const bind = (...held: Value[]): Value => {
    const fn = new JFunction(
      'def',
      () => null,
      (count) => made.make(count, held),
    );
    return target === undefined ? fn : asFunction(registry, fn, type);
  };
  return { type, at, js: `${unit.constant(bind)}(${made.held})` };
}

/** How a reference becomes a function once the number of its arguments is known. */
interface Referred {
  /** JavaScript of what the reference holds on to. */
  readonly held: string;
  check(count: number): void;
  make(count: number, held: readonly Value[]): (...args: unknown[]) => unknown;
}

function forCount(scope: Scope, node: Extract<Expression, { kind: 'reference' }>): Referred {
  const { unit } = scope;
  const { type: written, name, at } = node;
  if (written === 'this') return ownFunction(unit, node);
  const variable = scope.find(written.name);
  if (variable !== undefined) return boundMethod(scope, node, written.name);
  const type = unit.type(written, { at, words: `variable [${written.name}] is not defined` });
  const javaClass = unit.registry.get(type);
  const find = (count: number): BoxedMethod | undefined =>
    type.endsWith('[]') ? arrayMaker(type) : referredMethod(unit, { javaClass, name, count });
  const missing = (count: number): string =>
    `function reference [${shown(type)}::${name}/${count}] matching interface not found`;
  return {
    held: '',
    check: (count) => {
      if (find(count) === undefined) throw fault(at, missing(count));
    },
    make: (count) => {
      const found = find(count);
      if (found === undefined) throw illegalArgument(missing(count));
      return found as (...args: unknown[]) => unknown;
    },
  };
}

function arrayMaker(type: Type): BoxedMethod {
  const element = type.slice(0, -2);
  return (size) => {
    const length = defToNumber(size ?? null, 'int', false) as number;
    allocate(length);
    return new JArray(
      element,
      Array.from({ length }, () => zeroValue(element)),
    );
  };
}

function referredMethod(
  unit: Unit,
  { javaClass, name, count }: { javaClass: JavaClass | undefined; name: string; count: number },
): BoxedMethod | undefined {
  const isNew = name === 'new';
  const fixed = isNew
    ? javaClass?.constructors.get(count)
    : javaClass?.statics.get(methodKey(name, count));
  if (fixed !== undefined) return boxedMethod(unit.registry, fixed, false);
  const member = isNew ? undefined : javaClass?.methods.get(methodKey(name, count - 1));
  return member === undefined ? undefined : boxedMethod(unit.registry, member, true);
}

/** `x::name`: the method of what `x` held when the reference was made. */
function boundMethod(
  scope: Scope,
  node: Extract<Expression, { kind: 'reference' }>,
  variableName: string,
): Referred {
  const { unit } = scope;
  const code = cast(unit, compile(scope, { kind: 'name', at: node.at, name: variableName }), 'def');
  return {
    held: code.js,
    check: () => {},
    make: (count, [object = null]) => {
      const call = unit.site(node.name, count).method(object);
      return (...args) => call(object, ...(args as Value[]));
    },
  };
}

/** `this::name`: a function of the script, bound when the program runs. */
function ownFunction(unit: Unit, node: Extract<Expression, { kind: 'reference' }>): Referred {
  const own = [...unit.functions].find(([key]) => key.startsWith(`${node.name}/`))?.[1];
  if (own === undefined) throw fault(node.at, `function reference [this::${node.name}] not found`);
  const registered = unit.use('makeLambda');
  const count = own.parameters.length;
  return {
    held: `${registered}(${unit.constant('def')},${own.name})`,
    check: (wanted) => {
      if (wanted !== count)
        throw fault(node.at, `function reference [this::${node.name}/${wanted}] not found`);
    },
    make: (_count, [fn = null]) => unit.boxedFunction(own, (fn as JFunction).fn),
  };
}
