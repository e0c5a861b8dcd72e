/** Scripts of pipeline aggregations: they compute with numbers of buckets, not documents. */
import type { PipelineScript, PipelineScriptContext } from '@skein/aggregations';
import { assert } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { JArray, JDouble, mapFromJson, numberOfValue } from '@skein/java';
import {
  type CompiledScript,
  type ExpressionScript,
  linkError,
  type ScriptReference,
  type ScriptService,
  scriptContext,
} from '@skein/script';

/** Throws compilation errors. */
export function pipelineScripts(scripts: ScriptService) {
  return (reference: ScriptReference, context: PipelineScriptContext): PipelineScript => {
    const compiled = scripts.compile(reference, scriptContext(context));
    if (compiled.lang === 'expression') return expression(compiled.script, reference, context);
    assert(compiled.lang === 'painless', 'a script of a pipeline aggregation is no template');
    return painless(compiled.script, reference);
  };
}

function painless({ run }: CompiledScript, { params: own }: ScriptReference): PipelineScript {
  return (given, values) => {
    const params = mapFromJson(own);
    for (const [name, value] of Object.entries(given)) {
      params.put(name, value === null ? null : new JDouble(value));
    }
    const window = values === undefined ? undefined : new JArray('double', [...values]);
    const result = run(params, window);
    if (typeof result === 'boolean' || result === null) return result;
    return numberOfValue(result);
  };
}

/** The variables are the parameters; the result is a number, or true if it is not 0. */
function expression(
  { source, variables, evaluate }: ExpressionScript,
  { params: own }: ScriptReference,
  context: PipelineScriptContext,
): PipelineScript {
  const results = new Float64Array(1);
  return (given) => {
    const all: Readonly<Record<string, JsonValue | undefined>> = { ...own, ...given };
    const columns = variables.map(({ path, at }) => {
      const name = path.join('.');
      const value = Object.hasOwn(all, name) ? all[name] : undefined;
      if (value === undefined) {
        const cause = new ApiError('parse_exception', `Unknown variable [${name}]`);
        throw linkError({ source, portion: source, offset: at }, cause);
      }
      return Float64Array.of(Number(value));
    });
    evaluate(columns, 0, 1, results);
    const [result = Number.NaN] = results;
    return context === 'aggregation_selector' ? result !== 0 : result;
  };
}
