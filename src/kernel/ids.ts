declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type WorkspaceId = Branded<number, 'WorkspaceId'>;
export type BoardId = Branded<number, 'BoardId'>;

/** An entry's position in its board: 1, 2, 3 ... in commit order, without a gap. */
export type Seq = number;

/** An agent's name in its canonical spelling: the first one that its workspace saw. */
export type AgentName = Branded<string, 'AgentName'>;
