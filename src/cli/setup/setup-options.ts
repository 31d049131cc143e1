export const SCOPES = ['project', 'user'] as const;
export type Scope = (typeof SCOPES)[number];

export interface SetupOptions {
  readonly scope: Scope;
  /** Write tools are approved, too: nobody is there to ask. */
  readonly isUnattended: boolean;
  /** Flags of the adapter and the hooks: where the service is, and which board. */
  readonly flags: readonly string[];
}

/** Where things are on this machine. */
export interface Places {
  readonly home: string;
  /** The top of the project. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that `node` runs as gistboard. */
  readonly program: string;
}
