/** With the screen's labels. */
export const SORTS = [
  { header: 'Aportante', sort: 'name' },
  { header: 'Monto', sort: 'amount' },
  { header: 'Método', sort: 'method' },
  { header: 'Mensaje', sort: 'message' },
  { header: 'Fecha', sort: 'date' },
] as const

/** Rare and common names, without accents, with different first letters. */
export const WORDS = ['nunez', 'martin', 'gonzalo', 'quiroga', 'sofia', 'ramiro', 'villalba', 'xy']

/** Every prefix of every word, as if typed. */
export const TYPED = WORDS.flatMap((word) =>
  Array.from(word, (_, index) => word.slice(0, index + 1)),
)

export interface PageQuestion {
  sort: (typeof SORTS)[number]['sort']
  direction: 'asc' | 'desc'
  /** From 1. */
  page: number
}

/** First and last pages of every order, both ways. */
export function pageQuestions(pageCount: number): PageQuestion[] {
  return SORTS.flatMap(({ sort }) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [1, 2, pageCount, pageCount - 1].map((page) => ({ sort, direction, page })),
    ),
  )
}
