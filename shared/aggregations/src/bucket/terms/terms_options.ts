/** The options of `terms` and similar aggregations. */
import type { CollectMode } from '../../options/collect_mode.js';
import type { IncludeExclude } from '../../options/include_exclude.js';
import type { TermsShape } from '../../options/terms_shape.js';
import type { ValuesOptions } from '../../values/values_options.js';

export interface TermsOptions extends ValuesOptions, TermsShape, IncludeExclude {
  /** `execution_hint`: `global_ordinals` numbers all terms at once, `map` affects the profile. */
  readonly hint: string | undefined;
  readonly mode: CollectMode;
}
