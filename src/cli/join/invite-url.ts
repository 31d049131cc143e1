import { CliError } from '../cli-error.js';

/** Where an invite leads, and its code. */
export interface InviteUrl {
  /** The service, without a slash at the end. */
  readonly service: string;
  readonly code: string;
}

/** Takes the URL of an invite apart; throws a usage `CliError` that does not repeat it. */
export function inviteUrlOf(text: string): InviteUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const base = /^(.*)\/join\/?$/.exec(url?.pathname ?? '')?.[1];
  const code = /^#(gbi_[\w-]{43})$/.exec(url?.hash ?? '')?.[1];
  if (url === undefined || !isWeb || base === undefined || code === undefined || url.username !== '') {
    throw new CliError(
      'usage',
      "That is no invite. It looks like http://HOST/join#gbi_... and must be whole: put it between ' and '.",
    );
  }
  return { service: `${url.origin}${base}`, code };
}
