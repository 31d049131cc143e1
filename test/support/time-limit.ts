import { jest } from '@jest/globals';

// Real servers, on a machine that does other things too. No test waits for it to pass.
jest.setTimeout(120_000);
