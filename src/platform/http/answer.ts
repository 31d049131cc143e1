import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';

/** What a write answers: its status is part of it, since it may be stored and given again. */
export class Answer<T> {
  constructor(
    readonly status: number,
    readonly body: T,
    /** An earlier request's answer, given again under its Idempotency-Key. */
    readonly isReplayed = false,
  ) {}
}

@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof Answer)) return result;
        const http = context.switchToHttp();
        const response = http.getResponse<Response>();
        response.status(result.status);
        if (result.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
        return result.status < 400 ? result.body : refusalOf(result.body, http.getRequest<Request>(), response);
      }),
    );
  }
}

/** A stored refusal becomes a problem document of the request that asked again. */
function refusalOf(body: unknown, request: Request, response: Response): unknown {
  response.setHeader('Content-Type', 'application/problem+json');
  return { ...(body as object), instance: request.path, requestId: request.requestId };
}
