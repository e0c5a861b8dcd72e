/**
 * Compares random trees of aggregations over random documents, in one shard and in several, with a
 * model based on definitions alone.
 */
import fc from 'fast-check';
import { modelAnswer } from '../../testing/model/aggregation_model.js';
import { firstDifference } from '../../testing/model/compare_answers.js';
import { modelDocuments } from '../../testing/model/model_corpus.js';
import { matches, wholeDocuments } from '../../testing/model/model_document.js';
import { answerOfOne, answerOfSeveral, splits } from '../../testing/model/model_shards.js';
import { cutAtShards, modelQueries, modelTrees } from '../../testing/model/model_trees.js';

/** Members that other tests check, and members of hits besides their sort keys. */
const IGNORED = new Set(['_index', '_id', '_score', 'from_as_string', 'to_as_string']);
/** The model produces no key texts; those of one shard and of several are compared. */
const WITH_TEXTS = new Set([...IGNORED, 'key_as_string']);

test('one shard and several say what the model says', () => {
  fc.assert(
    fc.property(modelDocuments, modelTrees, modelQueries, splits, (sources, aggs, query, split) => {
      const all = wholeDocuments(sources);
      const found = all.filter((each) => matches(each, query));
      const expected = modelAnswer(aggs, found, { all, isGap: false });
      const body = { query, aggs };
      const one = answerOfOne(sources, body, split);
      expect(firstDifference(one, expected, WITH_TEXTS)).toBeUndefined();
      const several = answerOfSeveral(sources, body, split);
      expect(firstDifference(several, one, IGNORED)).toBeUndefined();
    }),
    { numRuns: 120 },
  );
});

test('a shard that sends no more buckets than are shown sends the right ones', () => {
  const ignored = new Set([...WITH_TEXTS, 'doc_count_error_upper_bound']);
  fc.assert(
    fc.property(modelDocuments, modelTrees, modelQueries, splits, (sources, tree, query, split) => {
      const aggs = cutAtShards(tree);
      const all = wholeDocuments(sources);
      const found = all.filter((each) => matches(each, query));
      const shown = answerOfOne(sources, { query, aggs }, split);
      expect(
        firstDifference(shown, modelAnswer(aggs, found, { all, isGap: false }), ignored),
      ).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
