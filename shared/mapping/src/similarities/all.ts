export { BM25 } from './bm25.js';
export { boolean } from './boolean.js';
export { DFI } from './dfi.js';
export { DFR } from './dfr.js';
export { IB } from './ib.js';
export { LMDirichlet } from './lm_dirichlet.js';
export { LMJelinekMercer } from './lm_jelinek_mercer.js';
export { scripted } from './scripted.js';
