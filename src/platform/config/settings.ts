import { createHash } from 'node:crypto';
import type { Config } from './env.js';

const MIB = 1_048_576;

/** The configuration as services use it; a class, so that it can be injected. */
export class Settings {
  readonly auth: Config['auth'];
  readonly operator: string;
  /** SHA-256 of the operator's token from the environment; the token itself is not kept. */
  readonly operatorTokenDigest: Buffer | null;
  readonly claimTtlS: number;
  readonly viewLimit: number;
  readonly noticeLeaseS: number;
  readonly ratePerS: number;
  readonly rateBurst: number;
  readonly fileLimitBytes: number;
  readonly filesTotalBytes: number;

  constructor(
    config: Pick<
      Config,
      | 'auth'
      | 'operator'
      | 'operatorToken'
      | 'claimTtlS'
      | 'viewLimit'
      | 'noticeLeaseS'
      | 'ratePerS'
      | 'rateBurst'
      | 'fileLimitMb'
      | 'filesTotalMb'
    >,
    /** Where users reach the service; every link that is printed begins with it. */
    readonly publicUrl: string,
  ) {
    this.auth = config.auth;
    this.operator = config.operator;
    this.operatorTokenDigest =
      config.operatorToken === null ? null : createHash('sha256').update(config.operatorToken).digest();
    this.claimTtlS = config.claimTtlS;
    this.viewLimit = config.viewLimit;
    this.noticeLeaseS = config.noticeLeaseS;
    this.ratePerS = config.ratePerS;
    this.rateBurst = config.rateBurst;
    this.fileLimitBytes = config.fileLimitMb * MIB;
    this.filesTotalBytes = config.filesTotalMb * MIB;
  }
}
