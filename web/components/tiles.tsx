import { countTiles, fillOf, shareOf } from '../../shared/tiles.ts'
import { classNames } from './class-names.ts'
import { type Progress, progressWords } from './progress-share.ts'
import styles from './tiles.module.css'

type TilesProps = Progress & {
  /** `cantidad_personas`: from 8 to 40 everyone has a tile, otherwise 20 (24 in `lg`). */
  people?: number | null
  /** 14, 16 or 24 px high. */
  size?: 'sm' | 'md' | 'lg'
  /** The public page shows what is confirmed, in one tone. */
  isPublic?: boolean
  /** A closed colecta waits for nobody: no coral dot. */
  isClosed?: boolean
}

/** Progress as a row of baldosas; the last one fills in part, the next one carries the dot. */
export function Tiles(props: TilesProps) {
  const { verified, confirmed, total, people, size = 'md', isPublic, isClosed } = props
  const count = countTiles(people, size === 'lg' ? 24 : 20)
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
      aria-label={progressWords(props, isPublic)}
      className={classNames(styles.tiles, size !== 'md' && styles[size])}
    >
      {tiles}
    </div>
  )
}

/**
 * How much of a tile shows: by attribute, since the server's page may carry no style of its own (A6). A tile
 * that has begun is neither empty nor full.
 */
function tenths(percent: number): number {
  if (percent <= 0 || percent >= 100) return percent / 10
  return Math.min(9, Math.max(1, Math.round(percent / 10)))
}
