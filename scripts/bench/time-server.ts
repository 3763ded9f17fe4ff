import type { Page } from '@playwright/test'
import { collectionContributions } from '../../shared/queries/collection-contributions.ts'

/**
 * The same queries sent to the server by the page, one after another: from the request to the parsed response, without
 * rendering, in ms.
 */
export function timeServer(
  page: Page,
  collectionId: string,
  questions: readonly object[],
): Promise<number[]> {
  const paths = questions.map((question) => {
    const args = JSON.stringify({ collectionId, ...question })
    return `/api/query/${collectionContributions.name}?args=${encodeURIComponent(args)}`
  })
  return page.evaluate(async (paths) => {
    const durations: number[] = []
    for (const path of paths) {
      const asked = performance.now()
      const response = await fetch(path)
      if (!response.ok) throw new Error(await response.text())
      await response.json()
      durations.push(performance.now() - asked)
    }
    return durations
  }, paths)
}
