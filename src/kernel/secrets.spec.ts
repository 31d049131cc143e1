import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redactSecrets } from './secrets.js';

// Put together at run time, so that no scanner takes this file for a leak.
const make = (...parts: readonly string[]): string => parts.join('');
const alnum = (length: number): string => 'aB3dE5gH7jK9'.repeat(20).slice(0, length);
const pem = (label: string, body: string): string =>
  `-----BEGIN ${make(label, ' KEY')}-----${body}-----END ${make(label, ' KEY')}-----`;

const KIB_64 = 64 * 1024;

describe('redactSecrets', () => {
  it.each([
    ['private-key', pem('PRIVATE', `\n${alnum(64)}\nAb==\n`)],
    ['private-key', pem('RSA PRIVATE', ` Proc-Type: 4,ENCRYPTED ${alnum(64)} `)],
    ['private-key', pem('OPENSSH PRIVATE', `\\n${alnum(70)}\\n`)],
    ['private-key', make('-----BEGIN PRIVATE', ' KEY-----\n', alnum(64), '\n', alnum(64))],
    ['aws-key', make('AK', 'IA', 'IOSFODNN7EXAMPLE')],
    ['aws-key', make('AS', 'IA', 'Z234567890ABCDEF')],
    ['github-token', make('gh', 'p_', alnum(36))],
    ['github-token', make('gh', 's_', alnum(40))],
    ['github-token', make('github', '_pat_', alnum(22), '_', alnum(59))],
    ['gitlab-token', make('gl', 'pat-', alnum(20))],
    ['gitlab-token', make('gl', 'pat-', alnum(27), '.01.', '0123abcde')],
    ['slack-token', make('xo', 'xb-', '123456789012-', alnum(24))],
    ['slack-token', make('xa', 'pp-1-', 'A012-', alnum(24))],
    ['google-key', make('AI', 'za', alnum(35))],
    ['google-key', make('GOC', 'SPX-', alnum(28))],
    ['anthropic-key', make('sk', '-ant-api03-', alnum(40), '-_', alnum(40))],
    ['openai-key', make('sk', '-', alnum(48))],
    ['openai-key', make('sk', '-proj-', alnum(30), '_-', alnum(30))],
    ['gistboard-token', make('gb', 't_', alnum(43))],
    ['gistboard-token', make('gb', 't_', '-_', alnum(41))],
  ])('replaces a %s: %s', (kind, secret) => {
    expect(redactSecrets(`use ${secret} here`)).toEqual({ text: `use [redacted:${kind}] here`, kinds: [kind] });
    expect(redactSecrets(`KEY="${secret}"`)).toEqual({ text: `KEY="[redacted:${kind}]"`, kinds: [kind] });
  });

  it.each([
    ['Authorization: Bearer ', 'abcdefgh', '', 'bearer-token'],
    ['a header `authorization: bearer ', alnum(20), '` fails', 'bearer-token'],
    ['Bearer ', `eyJ${alnum(20)}.${alnum(20)}.${alnum(20)}`, ' expired', 'bearer-token'],
    ['Bearer ', 'abcdefghijklmnopqrstuvwxyz', '. Then', 'bearer-token'],
    ['mysql://root:', 'hunter2', '@db:3306/app', 'url-password'],
    ['redis://:', 'p@ss:w0rd', '@cache', 'url-password'],
    ['postgres://u:', 'a/b+c=', '@host:5432/db', 'url-password'],
    ['https://u:', 'pw', '@host/a?mail=x@y', 'url-password'],
    ['aws_secret_access_key = ', `${alnum(39)}/`, '', 'aws-key'],
    ['https://hooks.slack.com/services/', `T0000/B0000/${alnum(24)}`, '', 'slack-token'],
    ['line\\n', make('gh', 'p_', alnum(36)), '\\n', 'github-token'],
    ['?t=%20', make('gb', 't_', alnum(43)), '', 'gistboard-token'],
  ])('keeps what stands around it: %s%s%s', (before, secret, after, kind) => {
    expect(redactSecrets(before + secret + after)).toEqual({
      text: `${before}[redacted:${kind}]${after}`,
      kinds: [kind],
    });
  });

  it.each([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'id 123e4567-e89b-42d3-a456-426614174000',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'AbstractSingletonProxyFactoryBeanRegistrationPostProcessorConfigurer',
    'retry_budget_is_exhausted_when_the_upstream_answers_slowly_2',
    'task-scheduler1-with-a-long-name, risk-register2-with-a-long-name, sk-learn-pipeline-wrapper-component',
    make('AK', 'IA', 'IOSFODNN7EXAMPL'),
    make('AK', 'IA', 'IOSFODNN7EXAMPLES'),
    make('x', 'AK', 'IA', 'IOSFODNN7EXAMPLE'),
    make('gb', 't_', alnum(42)),
    make('gh', 'p_', alnum(35)),
    'Bearer authentication/authorization is broken; the Bearer token is stale; Bearer rfc6750bis; Bearer $TOKEN; Bearer <token>',
    'grep finds -----BEGIN PRIVATE KEY----- in docs/tls.md',
    'http://host:port/@vite/client http://127.0.0.1:8660/docs, http://localhost:3000/@vite/client http://localhost:4873/left-pad@1.3.0',
    'http://h:8080,ops@example.com http://[::1]:3000/pkg@2 git@github.com:org/repo.git ssh://git@host:22/x',
    'mysql://root:$MYSQL_PASSWORD@db and mysql://root:${PASS}@db',
  ])('leaves a name alone: %s', (text) => {
    expect(redactSecrets(text)).toEqual({ text, kinds: [] });
  });

  it('names each kind once', () => {
    const token = make('gb', 't_', alnum(43));
    expect(redactSecrets(`${token} x://a:b@c ${token}`)).toEqual({
      text: '[redacted:gistboard-token] x://a:[redacted:url-password]@c [redacted:gistboard-token]',
      kinds: ['gistboard-token', 'url-password'],
    });
  });

  it.each([
    make('-----BEGIN PRIVATE', ' KEY-----'),
    make('-----BEGIN PRIVATE', ' KEY----- -'),
    make('sk', '-proj-'),
    make('sk', '-'),
    make('AK', 'IA '),
    make('gh', 'p_'),
    make('xo', 'xb-').slice(0, 4),
    'Bearer ',
    'Bearer a',
    'Bearer a....... ',
    '://',
    '://a',
    '://a:',
    '://a:b/',
    'a.',
    '%AA',
    '\\n',
    ' ',
    '-',
    'secretaccesskey=',
  ])('reads 64 KiB of %j in linear time and finds nothing', (piece) => {
    const text = piece.repeat(Math.floor(KIB_64 / piece.length));
    const redaction = redactSecrets(text);
    // Compared here, so that a failure does not print 64 KiB.
    expect({ isSame: redaction.text === text, kinds: redaction.kinds }).toEqual({ isSame: true, kinds: [] });
  });

  it('finds a secret behind 64 KiB of hostile text', () => {
    const before = '://a:b '.repeat(KIB_64 / 8);
    expect(redactSecrets(`${before}://a:${'b'.repeat(KIB_64)}@h`).text).toBe(`${before}://a:[redacted:url-password]@h`);
  });

  it('is idempotent', () => {
    const parts = [
      pem('PRIVATE', alnum(64)),
      make('gb', 't_', alnum(43)),
      'Bearer ',
      '://u:',
      'pw',
      '@',
      ' ',
      '[',
      ']',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 4 }))), (pieces) => {
        const { text } = redactSecrets(pieces.join(''));
        expect(redactSecrets(text)).toEqual({ text, kinds: [] });
      }),
    );
  });
});
