import { isJSONRPCErrorResponse, isJSONRPCResultResponse, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { isProblem, problemText } from '../problem.js';

/** What the service's answer to one message comes to. */
export type ServiceAnswer =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  /** The protocol's own error, as for a tool that there is not. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** A refusal before the message was looked at. */
  | { readonly kind: 'refusal'; readonly text: string; readonly retryAfterS: number | undefined }
  /** Not ours. */
  | { readonly kind: 'stranger'; readonly status: number };

/** Reads an answer by what it holds: a message of the protocol, a problem document, or neither. */
export function readAnswer(response: Pick<Response, 'status' | 'headers'>, text: string): ServiceAnswer {
  const value = parsed(text);
  if (isProblem(value)) {
    const retryAfter = response.headers.get('retry-after') ?? '';
    return {
      kind: 'refusal',
      text: problemText(value),
      retryAfterS: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    };
  }
  return messageIn(value) ?? { kind: 'stranger', status: response.status };
}

function messageIn(value: unknown): ServiceAnswer | undefined {
  try {
    const message = parseJSONRPCMessage(value);
    if (isJSONRPCResultResponse(message)) return { kind: 'result', result: message.result };
    if (isJSONRPCErrorResponse(message)) return { kind: 'error', ...message.error };
    return undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
