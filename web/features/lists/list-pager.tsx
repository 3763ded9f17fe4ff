import { useEffect } from 'react'
import { Pager } from '../../components/pager.tsx'
import { formatCount } from './format-count.ts'

type ListPagerProps = {
  page: number
  perPage: number
  shown: number
  total: number
  noun: string
  onPage: (page: number) => void
  onIntent?: (page: number) => void
}

export function ListPager({ page, perPage, shown, total, noun, ...rest }: ListPagerProps) {
  const { onPage, onIntent } = rest
  const pageCount = Math.max(1, Math.ceil(total / perPage))
  const isBeyondEnd = page > pageCount

  // The last row of the last page went, or an old bookmark points past the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (isBeyondEnd) onPage(pageCount)
  }, [isBeyondEnd, pageCount])

  if (isBeyondEnd) return null
  const first = (page - 1) * perPage + 1
  const range = `${formatCount(first)} a ${formatCount(first + shown - 1)}`
  return (
    <Pager
      summary={`Mostrando ${range} de ${formatCount(total)} ${noun}`}
      page={page}
      pageCount={pageCount}
      onPage={onPage}
      onIntent={onIntent}
    />
  )
}
