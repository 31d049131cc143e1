import { MAX_ARTIFACT_BYTES } from '../../artifacts/domain/content.js';
import { PIECE_BYTES } from '../../coordination/files/domain/pieces.js';
import { BOARD_SLUG } from '../../kernel/names.js';
import {
  type EndLine,
  type FileLine,
  FORMAT,
  type HeaderLine,
  type MemberLine,
  type PieceLine,
  type TextLine,
} from './file-line.js';
import { type Fields, fieldsOf, instantOf, integerOf, LineFault, oneOf, refuseOthers, textOf } from './line-fields.js';
import { contributorOf, nameOf } from './names.js';
import { entryOfFields } from './parse-entry.js';
import { goalOfFields } from './parse-goal.js';

/** What a line of an export says. Throws `LineFault`. Whether it belongs where it stands is for `takeLine` to say. */
export function parseLine(text: string): FileLine {
  const fields = fieldsOf(text);
  if (Object.hasOwn(fields, 'format')) return headerOf(fields);
  if (Object.hasOwn(fields, 'goal')) return { kind: 'goal', goal: goalOfFields(fields) };
  if (Object.hasOwn(fields, 'member')) return memberOf(fields);
  if (Object.hasOwn(fields, 'seq')) return { kind: 'entry', entry: entryOfFields(fields) };
  if (Object.hasOwn(fields, 'file')) return pieceOf(fields);
  if (Object.hasOwn(fields, 'artifact')) return textLineOf(fields);
  if (Object.hasOwn(fields, 'end')) return endOf(fields);
  throw new LineFault('line', 'is none of an export: it has neither format, goal, member, seq, file, artifact nor end');
}

function headerOf(fields: Fields): HeaderLine {
  if (fields.format !== FORMAT) {
    throw new LineFault('format', `is ${JSON.stringify(fields.format)}, and this version reads ${FORMAT}`);
  }
  refuseOthers(fields, ['format', 'board', 'created_at', 'head']);
  return {
    kind: 'header',
    board: textOf(fields, 'board', { pattern: BOARD_SLUG, is: "a board's name" }),
    createdAtMs: instantOf(fields, 'created_at'),
    head: integerOf(fields, 'head', 0),
  };
}

function memberOf(fields: Fields): MemberLine {
  refuseOthers(fields, ['member', 'source', 'owner']);
  if (typeof fields.owner !== 'boolean') throw new LineFault('owner', 'must be true or false');
  const source = oneOf(fields, 'source', ['api', 'seen', 'former']);
  if (source === 'former') return { kind: 'member', agent: contributorOf(fields, 'member'), source, isOwner: false };
  const agent = fields.member === '*' ? '*' : nameOf(fields, 'member');
  return { kind: 'member', agent, source, isOwner: fields.owner };
}

function pieceOf(fields: Fields): PieceLine {
  refuseOthers(fields, ['file', 'part', 'body']);
  const body = bytesOf(fields, PIECE_BYTES);
  return { kind: 'piece', seq: integerOf(fields, 'file', 1), part: integerOf(fields, 'part', 0), body };
}

function textLineOf(fields: Fields): TextLine {
  refuseOthers(fields, ['artifact', 'body']);
  const body = bytesOf(fields, MAX_ARTIFACT_BYTES);
  const content = body.toString('utf8');
  if (!Buffer.from(content).equals(body)) throw new LineFault('body', 'is no UTF-8');
  return { kind: 'text', seq: integerOf(fields, 'artifact', 1), content };
}

function bytesOf(fields: Fields, limit: number): Buffer {
  const text = textOf(fields, 'body', { pattern: /^[A-Za-z0-9+/]+={0,2}$/, is: 'bytes in base64' });
  const body = Buffer.from(text, 'base64');
  if (body.toString('base64') !== text) throw new LineFault('body', 'must be bytes in base64');
  if (body.length > limit) throw new LineFault('body', `is longer than ${limit} bytes`);
  return body;
}

function endOf(fields: Fields): EndLine {
  refuseOthers(fields, ['end', 'members', 'entries', 'digest']);
  if (fields.end !== true) throw new LineFault('end', 'must be true');
  return {
    kind: 'end',
    members: integerOf(fields, 'members', 0),
    entries: integerOf(fields, 'entries', 0),
    digest: textOf(fields, 'digest', { pattern: /^[0-9a-f]{64}$/, is: 'a digest of 64 hex digits' }),
  };
}
