import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { type Progress, progressWords, shareOf } from './progress-share.ts'
import styles from './tiles.module.css'

const FEWEST_PLACES = 8
const MOST_PLACES = 40

type TilesProps = Progress & {
  /** `cantidad_personas`: from 8 to 40 everyone has a tile, otherwise 20 (24 in `lg`). */
  people?: number | null
  /** 14, 16 or 24 px high. */
  size?: 'sm' | 'md' | 'lg'
  /** The public page shows what is confirmed, in one tone (DESIGN 7). */
  isPublic?: boolean
  /** A closed colecta waits for nobody: no coral dot. */
  isClosed?: boolean
}

/** Progress as a row of baldosas; the last one fills in part, the next one carries the dot. */
export function Tiles(props: TilesProps) {
  const { verified, confirmed, total, people, size = 'md', isPublic, isClosed } = props
  const count = countTiles(people, size)
  const confirmedTiles = shareOf(confirmed, total) * count
  const verifiedTiles = isPublic ? confirmedTiles : shareOf(verified, total) * count
  const next = isClosed ? -1 : Math.ceil(confirmedTiles)

  const tiles = Array.from({ length: count }, (_, place) => {
    const filled = fillOf(confirmedTiles, place)
    const seen = Math.min(fillOf(verifiedTiles, place), filled)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place in the row
        key={place}
        className={styles.tile}
        style={{ '--verified': `${seen}%`, '--confirmed': `${filled}%` } as CSSProperties}
        data-unverified={seen < filled}
        data-next={place === next}
      />
    )
  })

  return (
    <div
      role="img"
      aria-label={progressWords(props, isPublic)}
      className={classNames(styles.tiles, size !== 'md' && styles[size])}
    >
      {tiles}
    </div>
  )
}

function countTiles(people: number | null | undefined, size: 'sm' | 'md' | 'lg'): number {
  if (people && people >= FEWEST_PLACES && people <= MOST_PLACES) return people
  return size === 'lg' ? 24 : 20
}

/** How much of the tile at `place` is filled, in percent with one decimal. */
function fillOf(filledTiles: number, place: number): number {
  const fill = Math.min(Math.max(filledTiles - place, 0), 1)
  return Math.round(fill * 1000) / 10
}
