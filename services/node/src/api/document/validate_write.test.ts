import { plainWrite } from '../../document_router/mod.js';
import { writeProblems } from './validate_write.js';

const OTHER =
  'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead';
const NO_VERSIONING = 'compare and write operations can not use versioning';
const NO_TERM = 'ifSeqNo is set, but primary term is [0]';
const NO_NUMBER = 'ifSeqNo is unassigned, but primary term is [1]';

type Given = Partial<Omit<Parameters<typeof plainWrite>[0], 'index' | 'id' | 'body'>>;

function problems(given: Given): readonly string[] {
  return writeProblems(plainWrite({ op: 'index', index: 'i', id: '1', body: undefined, ...given }));
}

// The problems are those of OpenSearch 2.19.1, in its order, which also refuses internal versions.
test.each<[Given, readonly string[]]>([
  [{}, []],
  [{ ifSeqNo: 0, ifPrimaryTerm: 1 }, []],
  [{ version: 3 }, []],
  [{ version: 0 }, ['illegal version value [0] for version type [INTERNAL]']],
  [{ version: 1, ifPrimaryTerm: 1 }, [NO_NUMBER]],
  [{ version: 2, ifSeqNo: 0, ifPrimaryTerm: 1 }, [NO_VERSIONING]],
  [{ version: 3, ifSeqNo: 1 }, [NO_VERSIONING, NO_TERM]],
  [{ version: 3, versionType: 'external', ifPrimaryTerm: 1 }, [NO_NUMBER]],
  [{ versionType: 'external' }, ['illegal version value [-3] for version type [EXTERNAL]']],
  [{ ifSeqNo: 0 }, [NO_TERM]],
])('an index or delete with %j', (given, expected) => {
  expect(problems(given)).toEqual(expected);
  expect(problems({ ...given, op: 'delete' })).toEqual(expected);
});

test.each<[Given, string]>([
  [
    { version: 7, versionType: 'external', ifSeqNo: 1 },
    'create operations only support internal versioning. use index instead',
  ],
  [
    { version: 3, ifSeqNo: 1 },
    'create operations do not support explicit versions. use index instead',
  ],
  [
    { ifPrimaryTerm: 1, pipeline: '' },
    'create operations do not support compare and set. use index instead',
  ],
])('of a create with %j, only the first problem is told', (given, expected) => {
  expect(problems({ ...given, op: 'create' })).toEqual([expected]);
});

test.each<[Given, readonly string[]]>([
  [{ version: 3 }, []],
  [{ version: 0 }, ['illegal version value [0] for version type [INTERNAL]']],
  [
    { version: 3, retryOnConflict: 2 },
    ["can't provide both retry_on_conflict and a specific version"],
  ],
  [{ version: 3, versionType: 'external', ifSeqNo: 1 }, [OTHER]],
  [
    { ifSeqNo: 1, retryOnConflict: 2 },
    ['compare and write operations can not be retried', NO_TERM],
  ],
])('an update with %j', (given, expected) => {
  expect(problems({ ...given, op: 'update' })).toEqual(expected);
});
