/**
 * The syntax tree of a script. `at` is the offset that OpenSearch reports for the node: its start,
 * or the dot of a member access.
 */

/** A type in source notation: `int`, `Map.Entry`, `def[][]`. */
export interface TypeName {
  readonly at: number;
  readonly name: string;
}

export interface LambdaParameter {
  readonly at: number;
  readonly type: TypeName | undefined;
  readonly name: string;
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
}

export type Expression =
  | {
      readonly kind: 'number';
      readonly at: number;
      /** The offset of the digits, after the sign. */
      readonly digitsAt: number;
      readonly text: string;
      readonly negative: boolean;
    }
  | { readonly kind: 'string'; readonly at: number; readonly value: string }
  | { readonly kind: 'boolean'; readonly at: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly at: number }
  | {
      readonly kind: 'regex';
      readonly at: number;
      readonly pattern: string;
      readonly flags: string;
    }
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly at: number; readonly entries: readonly MapEntry[] }
  | { readonly kind: 'name'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'local_call';
      readonly at: number;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | {
      readonly kind: 'new';
      readonly at: number;
      readonly type: TypeName;
      readonly args: readonly Expression[];
    }
  | {
      readonly kind: 'new_array';
      readonly at: number;
      readonly type: TypeName;
      readonly sizes: readonly Expression[];
    }
  | {
      readonly kind: 'array';
      readonly at: number;
      readonly type: TypeName;
      readonly items: readonly Expression[];
    }
  | CallExpression
  | FieldExpression
  | IndexExpression
  | {
      readonly kind: 'unary';
      readonly at: number;
      readonly op: '!' | '~' | '+' | '-';
      readonly operand: Expression;
    }
  | {
      readonly kind: 'step';
      readonly at: number;
      readonly op: '++' | '--';
      readonly prefix: boolean;
      readonly target: Expression;
    }
  | BinaryExpression
  | {
      readonly kind: 'instanceof';
      readonly at: number;
      readonly operand: Expression;
      readonly type: TypeName;
    }
  | {
      readonly kind: 'conditional';
      readonly at: number;
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | {
      readonly kind: 'elvis';
      readonly at: number;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'assign';
      readonly at: number;
      readonly op: BinaryOperator | '';
      readonly target: Expression;
      readonly value: Expression;
    }
  | {
      readonly kind: 'cast';
      readonly at: number;
      readonly type: TypeName;
      readonly operand: Expression;
    }
  | LambdaExpression
  | {
      readonly kind: 'reference';
      readonly at: number;
      readonly type: TypeName | 'this';
      readonly name: string;
    };

export interface BinaryExpression {
  readonly kind: 'binary';
  readonly at: number;
  readonly op: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface CallExpression {
  readonly kind: 'call';
  readonly at: number;
  readonly target: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
  readonly safe: boolean;
}

export interface FieldExpression {
  readonly kind: 'field';
  readonly at: number;
  readonly target: Expression;
  readonly name: string;
  readonly safe: boolean;
}

export interface IndexExpression {
  readonly kind: 'index';
  readonly at: number;
  readonly target: Expression;
  readonly index: Expression;
}

export interface LambdaExpression {
  readonly kind: 'lambda';
  readonly at: number;
  readonly parameters: readonly LambdaParameter[];
  readonly body: Block | Expression;
}

export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '=~'
  | '==~'
  | '<<'
  | '>>'
  | '>>>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '==='
  | '!=='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';

export interface Block {
  readonly kind: 'block';
  readonly at: number;
  readonly statements: readonly Statement[];
}

export interface Catch {
  readonly at: number;
  readonly type: TypeName;
  readonly name: string;
  readonly block: Block;
}

export interface Declarator {
  readonly at: number;
  readonly name: string;
  readonly value: Expression | undefined;
}

export interface DeclareStatement {
  readonly kind: 'declare';
  readonly at: number;
  readonly type: TypeName;
  readonly variables: readonly Declarator[];
}

export interface ForStatement {
  readonly kind: 'for';
  readonly at: number;
  readonly initializer: DeclareStatement | Expression | undefined;
  readonly test: Expression | undefined;
  readonly after: Expression | undefined;
  readonly body: Block | undefined;
}

export interface EachStatement {
  readonly kind: 'each';
  readonly at: number;
  readonly type: TypeName;
  readonly name: string;
  readonly items: Expression;
  readonly body: Block;
}

export type Statement =
  | {
      readonly kind: 'if';
      readonly at: number;
      readonly test: Expression;
      readonly then: Block;
      readonly otherwise: Block | undefined;
    }
  | {
      readonly kind: 'while';
      readonly at: number;
      readonly test: Expression;
      readonly body: Block | undefined;
    }
  | { readonly kind: 'do'; readonly at: number; readonly test: Expression; readonly body: Block }
  | ForStatement
  | EachStatement
  | {
      readonly kind: 'try';
      readonly at: number;
      readonly block: Block;
      readonly catches: readonly Catch[];
    }
  | DeclareStatement
  | { readonly kind: 'continue'; readonly at: number }
  | { readonly kind: 'break'; readonly at: number }
  | { readonly kind: 'return'; readonly at: number; readonly value: Expression | undefined }
  | { readonly kind: 'throw'; readonly at: number; readonly value: Expression }
  | { readonly kind: 'expression'; readonly at: number; readonly value: Expression };

export interface FunctionDeclaration {
  readonly at: number;
  readonly returnType: TypeName;
  readonly name: string;
  readonly parameters: readonly { readonly type: TypeName; readonly name: string }[];
  readonly body: Block;
}

export interface Script {
  readonly functions: readonly FunctionDeclaration[];
  readonly body: Block;
}
