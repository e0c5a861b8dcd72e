/**
 * An error in an expression, with its position. `under` is the type of the cause that
 * Elasticsearch's and OpenSearch's parser reports.
 */
export class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault';
  readonly offset: number;
  readonly under: 'no_viable_alt_exception' | 'lexer_no_viable_alt_exception' | undefined;

  constructor(offset: number, message: string, under?: ExpressionFault['under']) {
    super(message);
    this.offset = offset;
    this.under = under;
  }
}
