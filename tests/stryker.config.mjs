// Stryker's options. scripts/test-mutation.mjs adds what to mutate, how long to wait and prints the result.
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  tempDirName: '.setup/mutation/sandboxes',
  ignorePatterns: ['/.setup', '/data', '/web/dist', '/screenshots', '/test-results'],
  disableTypeChecks: false, // nothing here checks types
  dryRunTimeoutMinutes: 60,
  timeoutFactor: 2,
  logLevel: 'warn',
  warnings: { slow: false },
}
