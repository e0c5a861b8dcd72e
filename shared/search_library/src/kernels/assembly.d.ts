/** The number types of AssemblyScript as TypeScript sees them. */
declare type i32 = number;
declare type u32 = number;
declare type f32 = number;
declare type f64 = number;
