import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../auth/domain/identity.js';
import { Caller } from '../auth/identity.guard.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OnBoard } from '../boards/membership.guard.js';
import type { Answer } from '../platform/http/answer.js';
import { BoardParam, Documented } from '../platform/http/api-docs.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../platform/http/request-key.js';
import { ConversationService } from './conversation.service.js';
import {
  EditMessageDto,
  ListMessagesQuery,
  MessageAnswerDto,
  MessageListDto,
  MessageParams,
  ReactionParams,
  SendMessageDto,
} from './messages.dto.js';
import { MessagesService } from './messages.service.js';
import { ReactionsService } from './reactions.service.js';

const ANSWER = { board: 'main', head: 57, label: 'G57' };
const MESSAGE = {
  label: 'G57',
  type: 'message',
  from: 'alice',
  to: 'bob',
  body: 'Is G41 still true after your change?',
  json: false,
  at: '2026-11-30T13:05:07.123Z',
  reply_to: null,
  edited: false,
  deleted: false,
  reactions: [{ emoji: '👍', agents: ['bob'] }],
};
const CHANGE = { answer: MessageAnswerDto, example: ANSWER, isWrite: true } as const;

@ApiTags('messages')
@BoardParam()
@Controller('board/:board/messages')
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly reactions: ReactionsService,
    private readonly conversation: ConversationService,
  ) {}

  @Post()
  @Documented({
    ...CHANGE,
    id: 'sendMessage',
    summary: 'Sends a message to another member, which its two ends and operators see and nobody else, or to all',
    body: SendMessageDto,
    bodies: {
      message: { to: 'bob', body: 'Is G41 still true after your change?' },
      toAll: { type: 'status', body: 'main is green again' },
      json: { type: 'signal', body: { build: 512, ok: true } },
    },
    status: 201,
    problems: ['not_found', 'unknown_agent', 'not_a_message', 'timed_out'],
  })
  send(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() dto: SendMessageDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<MessageAnswerDto>> {
    return this.messages.send(caller, board, { dto, key });
  }

  @Get()
  @Documented({
    id: 'listMessages',
    summary: 'The messages of the caller, newest first',
    answer: MessageListDto,
    example: { board: 'main', head: 57, items: [MESSAGE] },
    problems: ['not_found', 'timed_out'],
  })
  list(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Query() query: ListMessagesQuery,
  ): Promise<MessageListDto> {
    return this.conversation.list(caller, board, query);
  }

  @Patch(':label')
  @Documented({
    ...CHANGE,
    id: 'editMessage',
    summary: 'Changes the text of a message (its sender)',
    body: EditMessageDto,
    bodies: { text: { body: 'Is G41 still true after G57?' } },
    problems: ['not_found', 'forbidden', 'not_a_message', 'timed_out'],
  })
  edit(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: MessageParams,
    @Body() { body }: EditMessageDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<MessageAnswerDto>> {
    return this.messages.edit(caller, board, { label, body, key });
  }

  @Delete(':label')
  @Documented({
    ...CHANGE,
    id: 'deleteMessage',
    summary: 'Takes a message back (its sender); repeating it is harmless',
    problems: ['not_found', 'forbidden', 'not_a_message', 'timed_out'],
  })
  remove(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label }: MessageParams,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<MessageAnswerDto>> {
    return this.messages.remove(caller, board, { label, key });
  }

  @Put(':label/reactions/:emoji')
  @Documented({
    ...CHANGE,
    id: 'addReaction',
    summary: 'Reacts to a message with an emoji; repeating it is harmless',
    problems: ['not_found', 'not_a_message', 'timed_out'],
  })
  react(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label, emoji }: ReactionParams,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<MessageAnswerDto>> {
    return this.reactions.set(caller, board, { label, emoji, key, isSet: true });
  }

  @Delete(':label/reactions/:emoji')
  @Documented({
    ...CHANGE,
    id: 'removeReaction',
    summary: 'Takes a reaction back; repeating it is harmless',
    problems: ['not_found', 'not_a_message', 'timed_out'],
  })
  unreact(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { label, emoji }: ReactionParams,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<MessageAnswerDto>> {
    return this.reactions.set(caller, board, { label, emoji, key, isSet: false });
  }
}
