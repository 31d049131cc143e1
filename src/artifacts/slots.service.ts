import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasSlots } from '../boards/roles/domain/scope.js';
import { RolesService } from '../boards/roles/roles.service.js';
import { Problem } from '../kernel/problem.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { isSlotted } from './domain/lane.js';

/** Whether each writer of a kind has a document of its own is settled by the kind's first version. */
@Injectable()
export class SlotsService implements OnModuleInit {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly roles: RolesService,
  ) {}

  /** Roles that would change it for a kind that was written are refused: `slots_frozen`. */
  onModuleInit(): void {
    this.roles.beforeChange(async ({ tx }, { board, roles }) => {
      const written = await this.artifacts.newest(board.ref, undefined, tx);
      const other = written.find(({ kind }) => isSlotted(kind, roles, written) !== hasSlots(roles, kind));
      if (other === undefined) return;
      const is = other.slot === '' ? 'one document for all' : 'a document of each of its writers';
      const detail = `${other.kind} is ${is} since its first version, and with these roles it would not be. Let as many write it as did.`;
      throw new Problem('slots_frozen', detail, { errors: [{ path: 'roles', message: detail }] });
    });
  }
}
