import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { Seq } from '../kernel/ids.js';
import { labelOf, seqOfLabel } from '../kernel/label.js';
import { Problem } from '../kernel/problem.js';
import { DeliveryWriter } from './delivery-writer.js';
import { type DeliveryState, shownUpTo } from './domain/delivery-state.js';
import { beyondLease, confirmLease, type Confirmation } from './domain/notice-lease.js';
import type { CursorsDto } from './notices.dto.js';
import type { ShownDto } from './pending.dto.js';
import type { AckDto } from './snapshot.dto.js';
import { type Subject, SubjectService } from './subject.service.js';
import { type Unshown, UnshownService } from './unshown.service.js';

type Addressed = Pick<Unshown, 'access' | 'addressed' | 'addressedTo'>;

/** Records what was shown: acknowledged snapshots and confirmed notices. All of a request counts, or nothing. */
@Injectable()
export class ShownService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly unshown: UnshownService,
    private readonly deliveries: DeliveryWriter,
  ) {}

  /** Repeating it is harmless. Throws `not_offered` for more than any snapshot has offered, `not_found`, `forbidden`. */
  async acknowledge(caller: Identity, dto: AckDto): Promise<CursorsDto> {
    const slugs = Object.keys(dto.boards);
    const subject = await this.#subject(caller, dto.for, slugs);
    return this.#change(subject, (states) =>
      states.map((state, index) => {
        const slug = slugs[index] ?? '';
        const to = dto.boards[slug] ?? 0;
        if (to > state.offeredTo)
          throw notOffered(
            `boards.${slug}`,
            `${to} is beyond ${state.offeredTo}, which is all that a snapshot has offered`,
          );
        return shownUpTo(state, to);
      }),
    );
  }

  /** Partial and repeated confirmations are fine, and so are late ones. Throws `not_offered`, `not_found`, `forbidden`. */
  async confirm(caller: Identity, agent: string, dto: ShownDto): Promise<CursorsDto> {
    const subject = await this.subjects.find(caller, agent, undefined);
    const addressed = await Promise.all(subject.boards.map((access) => this.#addressed(subject.identity, access, dto)));
    return this.#change(subject, (states) => confirmAll(states, addressed, dto));
  }

  /** What is addressed to the agent has a say only where messages are confirmed: the cursor passes what is no news. */
  #addressed(identity: Identity, access: BoardAccess, { events = [] }: ShownDto): Promise<Addressed> {
    if (events.length > 0) return this.unshown.events(identity.agent, access);
    return Promise.resolve({ access, addressed: [], addressedTo: access.head });
  }

  async #subject(caller: Identity, agent: string | undefined, slugs: readonly string[]): Promise<Subject> {
    const { identity } = await this.subjects.find(caller, agent, undefined);
    return { identity, boards: await this.subjects.of(identity, slugs) };
  }

  async #change(
    { identity, boards }: Subject,
    decide: (states: readonly DeliveryState[]) => readonly DeliveryState[],
  ): Promise<CursorsDto> {
    if (boards.length === 0) return { agent: identity.agent, boards: [] };
    const keys = boards.map(({ ref }) => ({ board: ref, agent: identity.agent }));
    const states = await this.deliveries.change({
      keys,
      decide: (before) => {
        const after = decide(before);
        return { states: after, result: after };
      },
    });
    return {
      agent: identity.agent,
      boards: boards.map(({ slug }, index) => ({
        board: slug,
        gist_cursor: states[index]?.gistCursor ?? 0,
        post_cursor: states[index]?.postCursor ?? 0,
      })),
    };
  }
}

function confirmAll(
  states: readonly DeliveryState[],
  unshown: readonly Addressed[],
  dto: ShownDto,
): readonly DeliveryState[] {
  const held = states.map((state) => state.leases.find(({ id }) => id === dto.lease_id));
  const holding = unshown.filter((_, index) => held[index] !== undefined).map(({ access }) => access.slug);
  if (holding.length === 0)
    throw new Problem('not_found', 'There is no such lease for this agent. It may have ended over an hour ago.');
  const confirmations = confirmationsOf(dto, holding);
  return states.map((state, index) => {
    const lease = held[index];
    const each = unshown[index];
    const confirmation = each === undefined ? undefined : confirmations.get(each.access.slug);
    if (lease === undefined || each === undefined || confirmation === undefined) return state;
    const beyond = beyondLease(lease, confirmation);
    const { slug } = each.access;
    if (beyond === 'gists')
      throw notOffered(`boards.${slug}`, `the lease holds gists of ${slug} up to ${lease.gists?.upTo ?? 'none'} only`);
    if (beyond === 'posts')
      throw notOffered(
        'events',
        `the lease holds of ${slug} only ${lease.posts.map(labelOf).join(', ') || 'no message'}`,
      );
    return confirmLease(state, lease, confirmation, { unshown: each.addressed, head: each.addressedTo });
  });
}

/** What is confirmed of each board; a bare label is clear where the lease is of one board. */
function confirmationsOf(dto: ShownDto, holding: readonly string[]): ReadonlyMap<string, Confirmation> {
  const posts = (dto.events ?? []).map((text) => {
    const [slug, label] = text.includes('/') ? text.split('/', 2) : [undefined, text];
    if (slug === undefined && holding.length > 1) {
      throw notOffered(
        'events',
        `${text} could be of ${holding.join(' or ')}; write it as ${holding[0] ?? ''}/${text}`,
      );
    }
    return { slug: slug ?? holding[0] ?? '', seq: seqOfLabel(label ?? '') ?? 0 };
  });
  const slugs = new Set([...posts.map(({ slug }) => slug), ...Object.keys(dto.boards ?? {})]);
  for (const slug of slugs) {
    if (!holding.includes(slug)) throw notOffered(`boards.${slug}`, `the lease holds nothing of ${slug}`);
  }
  const postsOf = (slug: string): readonly Seq[] => posts.filter((post) => post.slug === slug).map(({ seq }) => seq);
  return new Map([...slugs].map((slug) => [slug, { gistsUpTo: dto.boards?.[slug], posts: postsOf(slug) }]));
}

const notOffered = (path: string, message: string): Problem =>
  new Problem('not_offered', `${path}: ${message}.`, { errors: [{ path, message }] });
