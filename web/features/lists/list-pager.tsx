import { useEffect } from 'react'
import { countOf, formatCount } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { Pager } from '../../components/pager.tsx'

type ListPagerProps = {
  page: number
  perPage: number
  shown: number
  total: number
  noun: string
  /** The noun when there is a single row; `noun` without it. */
  nounOfOne?: string
  onPage: (page: number) => void
  onIntent?: (page: number) => void
  /** Offers all rows in one scroll. `first` is the index of the first row on the screen, null while pages are shown. */
  whole?: { first: number | null; onChange: (isWhole: boolean) => void }
}

export function ListPager({ page, perPage, shown, total, ...rest }: ListPagerProps) {
  const { noun, nounOfOne = noun, onPage, onIntent, whole } = rest
  const isWhole = whole !== undefined && whole.first !== null
  const pageCount = isWhole ? 1 : Math.max(1, Math.ceil(total / perPage))
  const isBeyondEnd = !isWhole && page > pageCount

  // The last row of the last page went, or an old bookmark points past the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (isBeyondEnd) onPage(pageCount)
  }, [isBeyondEnd, pageCount])

  if (isBeyondEnd) return null
  const first = (whole?.first ?? (page - 1) * perPage) + 1
  const range = isWhole
    ? `Desde el ${formatCount(first)}`
    : `Mostrando ${formatCount(first)} a ${formatCount(first + shown - 1)}`
  return (
    <Pager
      summary={`${range} de ${countOf(total, nounOfOne, noun)}`}
      page={page}
      pageCount={pageCount}
      onPage={onPage}
      onIntent={onIntent}
    >
      {whole && (pageCount > 1 || isWhole) && (
        <Button size="sm" variant="quiet" onClick={() => whole.onChange(!isWhole)}>
          {isWhole ? 'Ver por páginas' : 'Ver sin páginas'}
        </Button>
      )}
    </Pager>
  )
}
