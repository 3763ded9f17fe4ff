import type { CSSProperties } from 'react'
import { type Centavos, percentOf } from '../../shared/money.ts'
import { countTiles, fillOf, fractionOf } from '../../shared/tiles.ts'
import { classNames } from './class-names.ts'
import { Money } from './money.tsx'
import styles from './progress.module.css'

type TilesProps = Progress & {
  /** 8 to 40 people have a tile each; otherwise there are 20 tiles (24 in `lg`). */
  people?: number | null
  size?: 'sm' | 'md' | 'lg'
  /** The public page shows the confirmed part, in one tone. */
  isPublic?: boolean
  isClosed?: boolean
}

/** Tiles filled from the start. The last one may be partly filled; the next one has a dot. */
export function Tiles(props: TilesProps) {
  const { verified, confirmed, total, people, size = 'md', isPublic, isClosed } = props
  const count = countTiles(people, size === 'lg' ? 24 : 20)
  const confirmedTiles = fractionOf(confirmed, total) * count
  const verifiedTiles = isPublic ? confirmedTiles : fractionOf(verified, total) * count
  const next = isClosed ? -1 : Math.ceil(confirmedTiles)

  const tiles = Array.from({ length: count }, (_, place) => {
    const filled = fillOf(confirmedTiles, place)
    const seen = Math.min(fillOf(verifiedTiles, place), filled)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place in the row
        key={place}
        className={styles.tile}
        data-verified={tenths(seen)}
        data-confirmed={tenths(filled)}
        data-unverified={seen < filled}
        data-next={place === next}
      />
    )
  })

  return (
    <div
      role="img"
      aria-label={progressText(props, isPublic)}
      className={classNames(styles.tiles, size !== 'md' && styles[size])}
    >
      {tiles}
    </div>
  )
}

/** An attribute, because the server renders no inline style (A6). A partly filled tile is neither empty nor full. */
function tenths(percent: number): number {
  if (percent <= 0 || percent >= 100) return percent / 10
  return Math.min(9, Math.max(1, Math.round(percent / 10)))
}

export function ProgressLegend({ verified, confirmed, total }: Progress) {
  return (
    <ul className={styles.legend}>
      <Item look="verified" label="Acreditado" amount={verified} />
      <Item look="confirmed" label="Confirmado, por verificar" amount={confirmed - verified} />
      <Item look="empty" label="Falta" amount={Math.max(total - confirmed, 0)} />
    </ul>
  )
}

type ItemProps = { look: 'verified' | 'confirmed' | 'empty'; label: string; amount: Centavos }

function Item({ look, label, amount }: ItemProps) {
  return (
    <li className={styles.item}>
      <span className={classNames(styles.key, styles[look])} />
      <span className={styles.label}>{label}</span>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </li>
  )
}

export function Meter(props: Progress) {
  const { verified, confirmed, total } = props
  const shares = {
    '--verified': `${fractionOf(Math.min(verified, confirmed), total) * 100}%`,
    '--confirmed': `${fractionOf(confirmed, total) * 100}%`,
  }
  return (
    <div
      role="img"
      aria-label={progressText(props)}
      className={styles.meter}
      style={shares as CSSProperties}
    />
  )
}

export function TimeMeter({ elapsed }: { /** Between 0 and 1. */ elapsed: number }) {
  const percent = Math.round(Math.min(Math.max(elapsed, 0), 1) * 100)
  return (
    <div
      role="img"
      aria-label={`Pasó el ${percent}\u00a0% del plazo`}
      className={styles.time}
      style={{ '--elapsed': `${percent}%` } as CSSProperties}
    />
  )
}

type ProgressBarProps = {
  label: string
  percent: number
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.bar}
    >
      <div className={styles.done} style={{ width: `${percent}%` }} />
    </div>
  )
}

/** In centavos. `verified` is the part of `confirmed` seen in the account. */
export type Progress = { verified: Centavos; confirmed: Centavos; total: Centavos }

function progressText({ verified, confirmed, total }: Progress, isPublic = false): string {
  const confirmedText = `${percentOf(confirmed, total)}\u00a0% confirmado`
  if (isPublic) return confirmedText
  return `${confirmedText}, ${percentOf(verified, total)}\u00a0% acreditado`
}
