import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { badRequest } from '../../kernel/problem.js';

/**
 * For controllers where nobody may believe that a query says who he is, or whose a document: refuses every parameter on
 * routes that take none, as a query's class does with those that it doesn't know.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (takesQuery(context)) return true;
    const [name] = Object.keys(context.switchToHttp().getRequest<Request>().query);
    if (name === undefined) return true;
    throw badRequest(name, 'is not a known property');
  }
}

const QUERY = `${RouteParamtypes.QUERY}:`;

function takesQuery(context: ExecutionContext): boolean {
  const taken: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name);
  return typeof taken === 'object' && taken !== null && Object.keys(taken).some((key) => key.startsWith(QUERY));
}
