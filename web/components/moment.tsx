import { formatMoment } from '../../shared/dates.ts'

type MomentProps = {
  iso: string
  /** Without the year: 21/11 14:32. */
  short?: boolean
}

/** In Buenos Aires time: 21/11/2026 14:32. */
export function Moment({ iso, short = false }: MomentProps) {
  const { day, time } = formatMoment(iso)
  return (
    <time dateTime={iso} className="num">
      {short ? day.slice(0, 'dd/mm'.length) : day} <span className="faint">{time}</span>
    </time>
  )
}
