import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('workspace')
export class WorkspaceRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar' }) slug: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

/** A name that a workspace knows, in its canonical spelling. */
@Entity('agent')
export class AgentRow {
  @PrimaryColumn({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @Column({ type: 'varchar' }) name: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

@Entity('agent_instance')
export class AgentInstanceRow {
  @PrimaryColumn({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @PrimaryColumn({ type: 'varchar' }) instance: string;
  @Column({ name: 'seen_at', type: 'varchar' }) seenAt: string;
}

@Entity('token')
export class TokenRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @Column({ type: 'varchar' }) agent: string;
  @Column({ type: 'varchar' }) kind: string;
  @Column({ type: 'blob' }) digest: Buffer;
  @Column({ type: 'varchar' }) prefix: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
  @Column({ name: 'revoked_at', type: 'varchar', nullable: true }) revokedAt: string | null;
}
