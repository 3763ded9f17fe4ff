// Stryker's options. scripts/test-mutation.mjs adds what to mutate and prints the result.
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  tempDirName: '.setup/mutation/sandboxes',
  ignorePatterns: ['/.setup', '/data', '/web/dist', '/screenshots', '/test-results'],
  disableTypeChecks: false, // nothing here checks types
  dryRunTimeoutMinutes: 60,
  timeoutMS: 20_000,
  timeoutFactor: 2,
  logLevel: 'warn',
  warnings: { slow: false },
}
