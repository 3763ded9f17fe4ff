import type { Direction } from '../../../shared/paging.ts'

/** Which rows of a list are shown, in which order, and which page of them (from 1). */
export interface ListView<Filter, Sort extends string, Method = null> {
  search: string
  filter: Filter
  method: Method
  sort: { key: Sort; direction: Direction }
  page: number
}

/** How a view is spelled in the address. What stands first is the usual and is left out. */
export interface ListWords<Filter, Sort extends string, Method = null> {
  /** Sets two lists of one screen apart: `?aportes-buscar=`. */
  prefix?: string
  filters: Vocabulary<Filter>
  methods: Vocabulary<Method>
  sorts: Vocabulary<Sort>
  direction: Direction
}

const MAX_SEARCH_LENGTH = 200
const MAX_PAGE = 10_000_000

/** Reads an address; what makes no sense there is the usual. */
export function readListView<Filter, Sort extends string, Method>(
  query: string,
  words: ListWords<Filter, Sort, Method>,
): ListView<Filter, Sort, Method> {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(nameOf(words, name)) ?? ''
  const direction = read('sentido')
  const page = Number(read('pagina'))
  return {
    search: read('buscar').slice(0, MAX_SEARCH_LENGTH),
    filter: meaningOf(words.filters, read('estado')),
    method: meaningOf(words.methods, read('metodo')),
    sort: {
      key: meaningOf(words.sorts, read('orden')),
      direction: direction === 'asc' || direction === 'desc' ? direction : words.direction,
    },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/** The address with the view written into it; parameters of others stay. */
export function writeListView<Filter, Sort extends string, Method>(
  query: string,
  view: ListView<Filter, Sort, Method>,
  words: ListWords<Filter, Sort, Method>,
): string {
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, usual: string) => {
    if (value === usual) params.delete(nameOf(words, name))
    else params.set(nameOf(words, name), value)
  }
  write('buscar', view.search, '')
  write('estado', wordOf(words.filters, view.filter), wordOf(words.filters))
  write('metodo', wordOf(words.methods, view.method), wordOf(words.methods))
  write('orden', wordOf(words.sorts, view.sort.key), wordOf(words.sorts))
  write('sentido', view.sort.direction, words.direction)
  write('pagina', String(view.page), '1')
  return params.toString()
}

function nameOf({ prefix }: { prefix?: string }, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

type Vocabulary<Meaning> = readonly (readonly [word: string, meaning: Meaning])[]

function meaningOf<Meaning>(vocabulary: Vocabulary<Meaning>, word: string): Meaning {
  const entry = vocabulary.find(([known]) => known === word) ?? vocabulary[0]
  if (!entry) throw new Error('A list needs at least one word')
  return entry[1]
}

/** Without a meaning: the word of the usual. */
function wordOf<Meaning>(vocabulary: Vocabulary<Meaning>, meaning?: Meaning): string {
  const entry = vocabulary.find(([, known]) => known === meaning) ?? vocabulary[0]
  return entry?.[0] ?? ''
}
