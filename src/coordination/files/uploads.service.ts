import type { IncomingMessage } from 'node:http';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { Settings } from '../../platform/config/settings.js';
import type { Answer } from '../../platform/http/answer.js';
import { readForm } from '../../platform/http/form.js';
import { requestKeyOf } from '../../platform/http/request-key.js';
import { Logger } from '../../platform/observability/logger.js';
import { ContentsService, newFileId, type SentContent } from './contents.service.js';
import { checkAgent, checkDigest, checkName, requireDigest } from './domain/check-upload.js';
import type { UploadAnswerDto } from './files.dto.js';
import { ShareService } from './share.service.js';
import { UploadsUnderWay } from './uploads-under-way.js';

const FIELDS = ['to', 'sha256'] as const;

/** An upload as far as it is known: `send` keeps its content under the id and answers what it is to be. */
interface Sending {
  readonly name: string;
  readonly to: string | undefined;
  /** What the client says that it sends. */
  readonly sha256: string | undefined;
  readonly content: SentContent;
}

interface Keyed {
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly path: string;
  readonly url: string;
}

/** Takes files in. What does not come to its end leaves nothing. */
@Injectable()
export class UploadsService implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #requests = new Set<IncomingMessage>();
  readonly #running = new UploadsUnderWay();

  constructor(
    private readonly contents: ContentsService,
    private readonly sharing: ShareService,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  /** A client that is cut off sends its file again, to a service that goes on. */
  beforeApplicationShutdown(): void {
    for (const request of this.#requests) request.destroy();
  }

  /** The store stays open until what was begun has been removed. */
  async onApplicationShutdown(): Promise<void> {
    await this.#running.settled();
  }

  /** Throws what `readForm` and `ShareService.share` throw; `too_large`, `digest_mismatch`, `too_many_requests`. */
  async fromForm(caller: Identity, access: BoardAccess, request: Request): Promise<Answer<UploadAnswerDto>> {
    const keyed = { idempotencyKey: request.headers['idempotency-key'], path: request.path, url: request.originalUrl };
    const receive = async (fileId: string): Promise<Sending> => {
      const { fields, file } = await readForm(request, {
        fieldNames: FIELDS,
        takeFile: async ({ name, bytes }) => ({
          name: checkName(name),
          content: await this.#keep(access, fileId, bytes),
        }),
      });
      return { ...file, to: checkAgent(fields.get('to')), sha256: checkDigest(fields.get('sha256')) };
    };
    this.#requests.add(request);
    try {
      return await this.#run(caller, access, { keyed, receive });
    } finally {
      this.#requests.delete(request);
    }
  }

  /** The same with a text that is there already. */
  async fromText(
    caller: Identity,
    access: BoardAccess,
    given: { readonly name: string; readonly text: string; readonly to: string | undefined } & Pick<
      Keyed,
      'idempotencyKey'
    >,
  ): Promise<Answer<UploadAnswerDto>> {
    const name = checkName(given.name);
    const path = `/board/${access.slug}/files`;
    const receive = async (fileId: string): Promise<Sending> => {
      const content = await this.#keep(access, fileId, once(Buffer.from(given.text)));
      return { name, to: checkAgent(given.to), sha256: undefined, content };
    };
    return this.#run(caller, access, { keyed: { idempotencyKey: given.idempotencyKey, path, url: path }, receive });
  }

  #run(
    caller: Identity,
    access: BoardAccess,
    { keyed, receive }: { readonly keyed: Keyed; readonly receive: (fileId: string) => Promise<Sending> },
  ): Promise<Answer<UploadAnswerDto>> {
    return this.#running.run(`${caller.workspaceId}/${caller.agent}`, () =>
      this.#receiveAndShare(caller, access, { keyed, receive }),
    );
  }

  async #receiveAndShare(
    caller: Identity,
    access: BoardAccess,
    { keyed, receive }: { readonly keyed: Keyed; readonly receive: (fileId: string) => Promise<Sending> },
  ): Promise<Answer<UploadAnswerDto>> {
    const fileId = newFileId();
    let isShared = false;
    try {
      const { name, to, sha256, content } = await receive(fileId);
      requireDigest(sha256, content);
      // Of what came and not of how: the boundary of a form is another one each time.
      const body = { name, to: to ?? null, sha256: content.sha256, bytes: content.bytes };
      const { idempotencyKey, path, url } = keyed;
      const key = requestKeyOf(idempotencyKey, { identity: caller, method: 'POST', path, url, body });
      const answer = await this.sharing.share(caller, access, { name, to, content, key });
      isShared = !answer.isReplayed;
      return answer;
    } finally {
      if (!isShared) await this.#discard(fileId);
    }
  }

  /** Also after a commit whose answer was lost: a content that has its entry stays. */
  async #discard(fileId: string): Promise<void> {
    try {
      await this.contents.discard(fileId);
    } catch (error) {
      this.logger.warn({ err: error }, 'what is left of an upload could not be removed; the sweep tries again');
    }
  }

  #keep({ ref }: BoardAccess, fileId: string, source: AsyncIterable<Uint8Array>): Promise<SentContent> {
    return this.contents.keep(ref, fileId, { source, limitBytes: this.settings.fileLimitBytes });
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
