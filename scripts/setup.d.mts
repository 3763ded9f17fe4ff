export function ensureBuilt(): Promise<void>
export function giveUp(error: unknown): never
