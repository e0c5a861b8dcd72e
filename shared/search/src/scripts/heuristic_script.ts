/**
 * The script of `script_heuristic`: the significance of a term, from four counts in its parameters.
 */
import type { HeuristicScripts } from '@skein/aggregations';
import { mapFromJson, numberOfValue } from '@skein/java';
import { type ScriptService, scriptContext } from '@skein/script';

const HEURISTIC = scriptContext('script_heuristic');

export function heuristicScripts(scripts: ScriptService): HeuristicScripts {
  return (reference) => {
    const { run } = scripts.painless(reference, HEURISTIC);
    return ({ subsetFreq, subsetSize, supersetFreq, supersetSize }) => {
      // A script may modify its parameters, so each run has its own copy.
      const params = mapFromJson(reference.params);
      params.put('_subset_freq', BigInt(subsetFreq));
      params.put('_subset_size', BigInt(subsetSize));
      params.put('_superset_freq', BigInt(supersetFreq));
      params.put('_superset_size', BigInt(supersetSize));
      return numberOfValue(run(params));
    };
  };
}
