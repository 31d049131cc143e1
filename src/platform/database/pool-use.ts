import type { DataSource } from 'typeorm';

export interface PoolUse {
  readonly pool: 'reads' | 'writes';
  readonly state: 'used' | 'free' | 'waiting';
  readonly count: number;
}

interface Lengthy {
  readonly length: number;
}

/** What mysql2's pool keeps under these names; it has no public way to ask. A test fails where they change. */
interface PoolInside {
  readonly _allConnections: Lengthy;
  readonly _freeConnections: Lengthy;
  readonly _connectionQueue: Lengthy;
}

export function poolUse(pool: PoolUse['pool'], dataSource: DataSource): readonly PoolUse[] {
  const inside = (dataSource.driver as unknown as { readonly pool: PoolInside }).pool;
  const free = inside._freeConnections.length;
  return [
    { pool, state: 'used', count: inside._allConnections.length - free },
    { pool, state: 'free', count: free },
    { pool, state: 'waiting', count: inside._connectionQueue.length },
  ];
}
