import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../kernel/problem.js';
import { refuseReservedName } from './agent-names.js';

describe('refuseReservedName', () => {
  it.each(['all', 'ALL', 'system', 'System', 'harness', 'HARNESS'])('refuses %s', (name) => {
    const refuse = (): void => {
      refuseReservedName(name, 'Harness');
    };
    expect(refuse).toThrow(Problem);
    expect(refuse).toThrow(`"${name}" is a reserved name`);
  });

  it.each(['alice', 'allan', 'systems', 'harness2'])('lets %s be', (name) => {
    expect(() => {
      refuseReservedName(name, 'harness');
    }).not.toThrow();
  });

  it('reserves the name that the operator has, not the one it has elsewhere', () => {
    expect(() => {
      refuseReservedName('harness', 'ops');
    }).not.toThrow();
  });
});
