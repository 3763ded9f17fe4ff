export function withLock<Result>(
  file: string,
  work: (share: (pid: number) => void) => Promise<Result>,
  onWait: (pid: number) => void,
): Promise<Result>
