export const browserArgs: string[]
export function findBrowser(): { executablePath: string }
