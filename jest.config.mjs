// What goes through the command, its hooks and its adapter: the same on whatever database the service behind them is.
const COMMAND_SPECS = ['/test/e2e/(cli|doctor|hooks|setup|stdio)/', '/(demo|tour|watch|transfer/cli)\\.spec\\.ts$'];

// Two projects: `unit` needs nothing but Node; `e2e` runs on the database that TEST_DATABASE names.
const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limit.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};

export default {
  coverageProvider: 'v8',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/contract/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{integration,e2e,reliability}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...(process.env.TEST_COMMAND === 'no' ? COMMAND_SPECS : [])],
    },
  ],
};
