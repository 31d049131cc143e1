import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('idempotency_key')
export class IdempotencyKeyRow {
  @PrimaryColumn({ name: 'key_digest', type: 'blob' }) keyDigest: Buffer;
  @Column({ name: 'request_digest', type: 'blob' }) requestDigest: Buffer;
  @Column({ type: 'smallint' }) status: number;
  @Column({ type: 'text' }) answer: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}
