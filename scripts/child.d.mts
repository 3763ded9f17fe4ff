/** The folder of the project. */
export const root: string
/** Runs a Node script, or a command by its bare name, to its end and returns its exit code. */
export function runChild(
  file: string,
  args: string[],
  options?: { log?: string; env?: Record<string, string>; onStart?: (pid: number) => void },
): Promise<number>
