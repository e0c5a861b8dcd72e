/** Settings of vector search. */
import { booleanSetting, choiceSetting, intSetting } from '../setting_types.js';

export const VECTORS = {
  knn: booleanSetting(
    [
      'index.knn',
      'final',
      'true: fields of type knn_vector get a graph; false: searches compare all vectors',
    ],
    'false',
  ),
  efSearch: intSetting(
    [
      'index.knn.algo_param.ef_search',
      'dynamic',
      'number of candidates that a knn query keeps in each segment',
    ],
    '100',
    { min: 2 },
  ),
  efConstruction: intSetting(
    [
      'index.knn.algo_param.ef_construction',
      'static',
      'number of candidates for the links of a new vector',
    ],
    '100',
    { min: 2 },
  ),
  m: intSetting(
    ['index.knn.algo_param.m', 'static', 'number of links of a vector in the graph'],
    '16',
    {
      min: 2,
    },
  ),
  spaceType: choiceSetting(
    ['index.knn.space_type', 'static', 'space of fields of type knn_vector that name none'],
    'l2',
    ['l2', 'cosinesimil', 'innerproduct'],
  ),
} as const;
