/** Of the answers of the administration what is shown. */
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
  /** JSON text of a query; absent: every document. */
  readonly query?: string;
  /** Absent: every field. */
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

/** What somebody has allowed an application, with all tokens that came of it. */
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
