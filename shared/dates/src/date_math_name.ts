export declare function resolveDateMathName(expression: string, nowMs: number): string;
