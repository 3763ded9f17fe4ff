type Counts = { passed: number; failed: number; skipped: number; flaky: string[] }
export function countTests(runner: 'vitest' | 'playwright', file: string, exitCode: number): Counts
