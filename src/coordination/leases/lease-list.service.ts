import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { agentKey } from '../../kernel/names.js';
import { badRequest } from '../../kernel/problem.js';
import { conflictsOf } from './domain/decide-claim.js';
import { isLive, MAX_CONFLICTS } from './domain/lease.js';
import { fullEffort, isUsedUp } from './domain/overlap.js';
import { parseFile, type Resource } from './domain/resource.js';
import { conflictDto, leaseDto } from './lease-dto.js';
import { tooComplex } from './lease-problems.js';
import type { LeaseListDto, ListLeasesQuery } from './lease-list.dto.js';
import type { CheckAnswerDto } from './lease-answers.dto.js';
import { LeasesRepository } from './leases.repository.js';

const DEFAULT_LIMIT = 100;

/** Tells who holds what. */
@Injectable()
export class LeaseListService {
  constructor(private readonly leases: LeasesRepository) {}

  /** Leases that nobody closed, the oldest first; those that ran out are marked. */
  async list(access: BoardAccess, { holder, limit = DEFAULT_LIMIT }: ListLeasesQuery): Promise<LeaseListDto> {
    const { leases, nowMs } = await this.leases.open(access.ref);
    const found = leases.filter((lease) => holder === undefined || agentKey(lease.holder) === agentKey(holder));
    const left = found.length - limit;
    return {
      board: access.slug,
      head: access.head,
      items: found.slice(0, limit).map((lease) => leaseDto(lease, nowMs)),
      ...(left > 0 ? { left_out: left } : {}),
    };
  }

  /** Whether others hold a file. Throws `bad_request`. */
  async check({ agent }: Identity, access: BoardAccess, path: string): Promise<CheckAnswerDto> {
    const file = fileOf(path);
    const { leases, nowMs } = await this.leases.open(access.ref);
    const others = leases.filter((lease) => lease.holder !== agent && isLive(lease, nowMs));
    const effort = fullEffort();
    const conflicts = conflictsOf(others, [file], effort).slice(0, MAX_CONFLICTS);
    if (isUsedUp(effort)) throw tooComplex();
    return {
      board: access.slug,
      head: access.head,
      path: file.name,
      ok: conflicts.length === 0,
      conflicts: conflicts.map((conflict) => conflictDto(conflict, nowMs)),
    };
  }
}

/** What is edited is a file, whatever its name looks like. */
function fileOf(path: string): Resource {
  const parsed = parseFile(path);
  if (parsed.kind === 'refused') throw badRequest('path', parsed.message);
  return parsed.resource;
}
