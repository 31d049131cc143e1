import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a board is for, where it is a goal's. */
@Entity('board_goal')
export class BoardGoalRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @Column({ type: 'text' }) goal: string;
  /** `open` or `closed`. */
  @Column({ type: 'varchar' }) state: string;
  /** The entry that declared it first. */
  @Column({ name: 'declared_seq', type: 'bigint' }) declaredSeq: number;
  @Column({ name: 'closed_at', type: 'varchar', nullable: true }) closedAt: string | null;
  /** When the bodies of its artifacts were taken away; null: they are there. */
  @Column({ name: 'emptied_at', type: 'varchar', nullable: true }) emptiedAt: string | null;
}

@Entity('board_role')
export class BoardRoleRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'varchar' }) name: string;
  /** Where it stands among the goal's roles. */
  @Column({ type: 'smallint' }) position: number;
  @Column({ name: 'agent_count', type: 'smallint' }) agentCount: number;
  /** JSON: kinds of artifacts; null: not declared, so the default. */
  @Column({ name: 'reads_json', type: 'text', nullable: true }) readsJson: string | null;
  @Column({ name: 'writes_json', type: 'text', nullable: true }) writesJson: string | null;
  @Column({ type: 'text', nullable: true }) purpose: string | null;
  @Column({ type: 'varchar', nullable: true }) backend: string | null;
  @Column({ type: 'varchar', nullable: true }) model: string | null;
  @Column({ name: 'may_edit', type: 'tinyint' }) mayEdit: number;
  @Column({ name: 'sees_board', type: 'tinyint' }) seesBoard: number;
}
