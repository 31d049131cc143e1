import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PRODUCT, PRODUCT_SLUG } from '../../kernel/product.js';
import type { Answer } from '../../platform/http/answer.js';
import { Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { Open } from '../../platform/http/open.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { TOKEN } from '../tokens/examples.js';
import { JoinDto, JoinedDto } from './invites.dto.js';
import { JoinService } from './join.service.js';

/** The code stays in the address bar: a browser sends nothing of what stands behind the #. */
const PAGE = `You are invited to a board of ${PRODUCT}. At a command line, with the whole address of this page:

  ${PRODUCT_SLUG} join 'ADDRESS'

It stores your token in a file of yours and says how to connect an agent. The address works once.
`;

@ApiTags('identity')
@Open()
@Controller('join')
export class JoinController {
  constructor(private readonly service: JoinService) {}

  @Get()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Documented({
    id: 'joinPage',
    summary: 'Says what to do with the address of an invite',
    answer: 'text',
    example: PAGE,
    isOpen: true,
  })
  page(): string {
    return PAGE;
  }

  @Post()
  @Documented({
    id: 'join',
    summary: "Turns an invite's code into a membership and a token for its board, which is shown this once",
    status: 201,
    answer: JoinedDto,
    example: { ...TOKEN, token: 'gbt_<43 characters>', url: 'http://127.0.0.1:8660', board: 'infra' },
    body: JoinDto,
    bodies: { join: { code: 'gbi_Zk3vQ0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_' } },
    problems: ['bad_invite', 'already_created'],
    isWrite: true,
    isOpen: true,
  })
  join(@Body() { code }: JoinDto, @IdempotencyKey() key: RequestKey | undefined): Promise<Answer<JoinedDto>> {
    return this.service.join(code, key);
  }
}
