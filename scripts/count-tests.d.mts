type Counts = { passed: number; failed: number; skipped: number }
export function countTests(runner: 'vitest' | 'playwright', file: string, exitCode: number): Counts
