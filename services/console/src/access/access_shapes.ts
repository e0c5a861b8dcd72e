/** The parts of the administration's answers that the pages show. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly created: string;
}

export interface RoleFields {
  readonly grant: readonly string[];
  readonly except: readonly string[];
}

export interface Role {
  readonly name: string;
  readonly scope: string;
  /** A query as JSON text; absent for every document. */
  readonly query?: string;
  /** Absent for every field. */
  readonly fields?: RoleFields;
}

export interface Client {
  readonly client_id: string;
  readonly client_name: string;
  readonly type: string;
  readonly grant_types: readonly string[];
  readonly scope: string;
  readonly disabled: boolean;
  readonly created: string;
}

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly created: string;
  readonly signs_from: string;
  readonly state: 'signing' | 'published' | 'revoked';
}

/** A person's consent to an application, with all tokens that were issued for it. */
export interface Grant {
  readonly family: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scope: string;
  readonly created: string;
  readonly expires: string;
}

export interface AuditEvent {
  readonly id: number;
  readonly time: string;
  readonly event: string;
  readonly client_id?: string;
  readonly user_id?: string;
  readonly detail?: string;
  readonly actor?: string;
}
