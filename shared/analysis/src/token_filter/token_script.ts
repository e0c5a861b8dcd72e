/** Reads the script of a filter that calls it for each token. */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside, TokenPredicate } from '../build/outside.js';

const KNOWN: ReadonlySet<string> = new Set(['source', 'id', 'lang', 'options', 'params']);

export function tokenScript(settings: ComponentSettings, outside: AnalysisOutside): TokenPredicate {
  for (const option of ['source', 'id', 'lang']) {
    if (!settings.isList(`script.${option}`)) continue;
    const reason = `[script] ${option} doesn't support values of type: START_ARRAY`;
    throw new ApiError('x_content_parse_exception', reason);
  }
  const unknown = settings.membersOf('script').find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw new ApiError('x_content_parse_exception', `[script] unknown field [${unknown}]`);
  }
  const source = settings.string('script.source');
  const stored = settings.string('script.id');
  if ((source === undefined) === (stored === undefined)) {
    throw new ApiError(
      'illegal_argument_exception',
      'must specify either [source] for an inline script or [id] for a stored script',
    );
  }
  if (source === undefined) {
    const reason = `Cannot use stored scripts in tokenfilter [${settings.name}]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  return outside.predicate({ source, lang: settings.string('script.lang') ?? 'painless' });
}
