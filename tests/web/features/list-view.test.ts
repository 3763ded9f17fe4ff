import { describe, expect, it } from 'vitest'
import {
  type ListDefinition,
  ordersOf,
  readListView,
  writeListView,
} from '../../../web/features/lists/list-view.ts'

type Filter = 'all' | 'pending'
type Sort = 'date' | 'amount'
type Method = 'all' | 'cash'

const LIST: ListDefinition<Filter, Sort, Method> = {
  filters: {
    all: { slug: 'todos', label: 'Todos', none: 'Nada' },
    pending: { slug: 'pendientes', label: 'Pendientes', none: 'Nada pendiente' },
  },
  methods: {
    all: { slug: 'todos', label: 'Todos', none: '' },
    cash: { slug: 'efectivo', label: 'Efectivo', none: ' en efectivo' },
  },
  sorts: {
    date: {
      slug: 'fecha',
      orders: [
        { label: 'Más recientes primero', direction: 'desc' },
        { label: 'Más antiguos primero', direction: 'asc' },
      ],
    },
    amount: { slug: 'monto', orders: [{ label: 'Por monto', direction: 'asc' }] },
  },
}

const USUAL = {
  search: '',
  filter: 'all' as const,
  method: 'all' as const,
  sort: { key: 'date' as const, direction: 'desc' as const },
  page: 1,
  isWhole: false,
}

describe('the view of a list in the address', () => {
  it('is the default where the URL has no parameters', () => {
    expect(readListView('', LIST)).toEqual(USUAL)
    expect(writeListView('', USUAL, LIST)).toBe('')
  })

  it('is read from the URL as it was written', () => {
    const view = {
      search: 'Iñaki & "Zubiría" 100 %',
      filter: 'pending' as const,
      method: 'cash' as const,
      sort: { key: 'amount' as const, direction: 'asc' as const },
      page: 12,
      isWhole: true,
    }
    const query = writeListView('', view, LIST)
    expect(query).toContain('estado=pendientes')
    expect(query).toContain('metodo=efectivo')
    expect(query).toContain('ver=todo')
    expect(readListView(`?${query}`, LIST)).toEqual(view)
  })

  it('leaves an order out of the URL when it is the default in place of the first', () => {
    const sort = { key: 'amount', direction: 'desc' } as const
    const remembering = { ...LIST, defaultSort: sort }
    expect(readListView('', remembering)).toEqual({ ...USUAL, sort })
    expect(writeListView('', { ...USUAL, sort }, remembering)).toBe('')
    expect(writeListView('', USUAL, remembering)).toBe('orden=fecha')
  })

  it('leaves other parameters of the URL unchanged', () => {
    const mine = { ...LIST, prefix: 'aportes' }
    const query = writeListView('?buscar=techo&pagina=2', { ...USUAL, page: 3 }, mine)
    expect(query).toBe('buscar=techo&pagina=2&aportes-pagina=3')
    expect(readListView(`?${query}`, LIST)).toMatchObject({ search: 'techo', page: 2 })
    expect(readListView(`?${query}`, mine)).toMatchObject({ search: '', page: 3 })
  })

  it.each([
    '?pagina=0',
    '?pagina=-1',
    '?pagina=1.5',
    '?pagina=dos',
    '?pagina=99999999999',
    '?estado=constructor',
    '?metodo=toString',
    '?orden=__proto__',
    '?sentido=arriba',
  ])('is the usual one where the address makes no sense: %s', (query) => {
    expect(readListView(query, LIST)).toEqual(USUAL)
  })

  it('limits the search to the length that the server accepts', () => {
    expect(readListView(`?buscar=${'a'.repeat(500)}`, LIST).search).toHaveLength(200)
  })

  it('offers its orders in the menu as they are declared', () => {
    expect(ordersOf(LIST)).toEqual([
      { key: 'date', label: 'Más recientes primero', direction: 'desc' },
      { key: 'date', label: 'Más antiguos primero', direction: 'asc' },
      { key: 'amount', label: 'Por monto', direction: 'asc' },
    ])
  })
})
