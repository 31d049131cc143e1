import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const FOR_ROLES = Symbol('for roles');

/**
 * Which roles may use a route: `all`, where it shows each no more than its scope; `seeing-board`, for routes that are
 * about boards but stand below none. Below a board, a route that says nothing is for roles that see it.
 */
export type RolesAdmitted = 'all' | 'seeing-board';

/** Opens a route to the tokens of roles; one that is not marked is closed to them. */
export const ForRoles = (admitted: RolesAdmitted = 'all'): CustomDecorator<symbol> => SetMetadata(FOR_ROLES, admitted);
