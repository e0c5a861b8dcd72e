/** The number types of AssemblyScript, declared for TypeScript. */
declare type i32 = number;
declare type u32 = number;
declare type f32 = number;
declare type f64 = number;
