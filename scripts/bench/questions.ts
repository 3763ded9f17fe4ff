/** The columns of a colecta's contributions by which the screen sorts, and its words for them. */
export const SORTS = [
  { header: 'Aportante', sort: 'name' },
  { header: 'Monto', sort: 'amount' },
  { header: 'Método', sort: 'method' },
  { header: 'Mensaje', sort: 'message' },
  { header: 'Fecha', sort: 'date' },
] as const

/** Rare names and common ones, without accents, that begin with letters of their own. */
export const WORDS = ['nunez', 'martin', 'gonzalo', 'quiroga', 'sofia', 'ramiro', 'villalba', 'xy']

/** Every beginning of every word: what is asked while they are typed. */
export const TYPED = WORDS.flatMap((word) =>
  Array.from(word, (_, index) => word.slice(0, index + 1)),
)

export interface PageQuestion {
  sort: (typeof SORTS)[number]['sort']
  direction: 'asc' | 'desc'
  /** From 1. */
  page: number
}

/** The same pages that the screen is asked for: both ends of every order, both ways. */
export function pageQuestions(pageCount: number): PageQuestion[] {
  return SORTS.flatMap(({ sort }) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [1, 2, pageCount, pageCount - 1].map((page) => ({ sort, direction, page })),
    ),
  )
}
