/** Lucene's list, which has English words. */
export const CJK = `
a and are as at be but by for if in into is it no not of on or s such t that the their then there
these they this to was will with www
`;
