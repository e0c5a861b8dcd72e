/**
 * Lambdas and method references. If the interface is known only at a dynamic call, all types of a
 * lambda are `def`.
 */
import {
  allocate,
  defToNumber,
  illegalArgument,
  JArray,
  type JavaClass,
  JFunction,
  type Method,
  methodKey,
  negativeArraySize,
  type Throwable,
  type Type,
  type Value,
  zeroValue,
} from '@skein/java';
import { asFunction, type BoxedMethod, boxedMethod } from '../runtime/dynamic.js';
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
  // The value of a body is dropped where nothing is wanted.
  const frame = new FunctionFrame(unit, returns === 'void' ? 'def' : returns, scope);
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
    const code = compile(scope, body, returns === 'void' ? undefined : returns, true);
    if (returns === 'void') return `${code.js};`;
    if (code.type === 'void') return `${code.js};return null;`;
    return `return ${cast(scope.unit, code, returns, { internal: true }).js};`;
  }
  const flow = compileBlock(scope.child(false), body, { isLast: true });
  if (flow.escapes) return flow.js;
  throw fault(node.at, 'not all paths return a value for lambda');
}

/** The method of the required interface; undefined if it is not known yet. */
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
  if (target !== undefined) made.check(target);
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

/** Turns a reference into a function once the number of its arguments is known. */
interface Referred {
  /** JavaScript of the values that the method reference captures. */
  readonly held: string;
  check(target: Method): void;
  make(count: number, held: readonly Value[]): (...args: Value[]) => Value;
}

function forCount(scope: Scope, node: Extract<Expression, { kind: 'reference' }>): Referred {
  const { unit } = scope;
  const { type: written, name, at } = node;
  if (written === 'this') return ownFunction(unit, node);
  const variable = scope.find(written.name);
  if (variable !== undefined) return boundMethod(scope, node, written.name);
  const type = unit.type(written, { at, words: `variable [${written.name}] is not defined` });
  const javaClass = unit.registry.get(type);
  if (type.endsWith('[]')) unit.places.statements.add(at);
  const find = (count: number): Referable | undefined =>
    type.endsWith('[]') ? arrayMaker(type, at) : referredMethod(unit, { javaClass, name, count });
  const missing = (count: number): string =>
    `function reference [${shown(type)}::${name}/${count}] matching interface not found`;
  return {
    held: '',
    check: (target) => {
      const found = find(target.parameters.length);
      if (found === undefined) throw fault(at, missing(target.parameters.length));
      refuseMisfit(unit, at, { target, found });
    },
    make: (count) => {
      const found = find(count);
      if (found === undefined) throw illegalArgument(missing(count));
      return found.run;
    },
  };
}

/** The target of a reference, with its parameter and return types. */
interface Referable {
  readonly run: BoxedMethod;
  readonly parameters: readonly Type[];
  readonly returns: Type;
}

/** Refuses a target that cannot be called like the method of the interface. */
function refuseMisfit(
  unit: Unit,
  at: number,
  { target, found }: { target: Method; found: Omit<Referable, 'run'> },
): void {
  const { places } = unit;
  const { state } = places;
  const become = (type: Type, to: Type): void => {
    cast(unit, { type, js: '0', at }, to, { internal: true });
  };
  for (const [i, type] of target.parameters.entries()) become(type, found.parameters[i] ?? 'def');
  if (target.returns !== 'void') become(found.returns, target.returns);
  places.restore(state);
}

function arrayMaker(type: Type, at: number): Referable {
  const element = type.slice(0, -2);
  const run: BoxedMethod = (size) => {
    const length = Number(defToNumber(size ?? null, 'int', false));
    if (length < 0) throw placed(negativeArraySize(String(length)), at);
    allocate(length);
    return new JArray(
      element,
      Array.from({ length }, () => zeroValue(element)),
    );
  };
  return { run, parameters: ['int'], returns: type };
}

function placed(thrown: Throwable, at: number): Throwable {
  thrown.offset = at;
  return thrown;
}

function referredMethod(
  unit: Unit,
  { javaClass, name, count }: { javaClass: JavaClass | undefined; name: string; count: number },
): Referable | undefined {
  const isNew = name === 'new';
  const fixed = isNew
    ? javaClass?.constructors.get(count)
    : javaClass?.statics.get(methodKey(name, count));
  if (fixed !== undefined) {
    const returns = isNew ? (javaClass?.name ?? fixed.returns) : fixed.returns;
    return { ...fixed, returns, run: boxedMethod(unit.registry, fixed, false) };
  }
  const member = isNew ? undefined : javaClass?.methods.get(methodKey(name, count - 1));
  if (member === undefined || javaClass === undefined) return undefined;
  const parameters = [javaClass.name, ...member.parameters];
  return { run: boxedMethod(unit.registry, member, true), parameters, returns: member.returns };
}

/** `x::name`: the method of the object that `x` held when the method reference was made. */
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
      return (...args) => call(object, ...args);
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
    check: (target) => {
      const wanted = target.parameters.length;
      if (wanted !== count)
        throw fault(node.at, `function reference [this::${node.name}/${wanted}] not found`);
      refuseMisfit(unit, node.at, { target, found: own });
    },
    // `held` emits this function.
    make: (_count, [fn = null]) => unit.boxedFunction(own, (fn as JFunction).fn),
  };
}
