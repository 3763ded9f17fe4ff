import { useId } from 'react'
import { leafPath } from '../../shared/leaf-path.ts'
import styles from './tile-pattern.module.css'

const CELL = 20
const GAP = 1

type TilePatternProps = {
  /**
   * One letter per tile: `p` primary, `c` confirmed, `l` light, `a` accent, `s` sun, `.` soft, `o` outlined, space none.
   * A capital is a dot instead of a leaf.
   */
  rows: readonly string[]
  className?: string | undefined
}

/** Decorative. Its leaves lean left and right in turn, so that four form a flower. */
export function TilePattern({ rows, className }: TilePatternProps) {
  const columns = Math.max(...rows.map((row) => row.length))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * CELL} ${rows.length * CELL}`}
      aria-hidden="true"
    >
      <PatternTiles rows={rows} />
    </svg>
  )
}

const LOOKS: Record<string, { fill?: string; className?: string | undefined }> = {
  p: { fill: 'var(--primary)' },
  c: { fill: 'var(--tile-confirmed)' },
  l: { fill: 'var(--confetti-3)' },
  a: { fill: 'var(--accent)' },
  s: { fill: 'var(--sun)' },
  '.': { className: styles.soft },
  o: { className: styles.outlined },
}

function PatternTiles({ rows }: { rows: readonly string[] }) {
  return rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      if (letter === ' ') return null
      const look = LOOKS[letter.toLowerCase()]
      const key = `${x} ${y}`
      const isDot = letter !== letter.toLowerCase()
      if (isDot) {
        return <circle key={key} {...look} cx={(x + 0.5) * CELL} cy={(y + 0.5) * CELL} r={8} />
      }
      const leansRight = (x + y) % 2 === 0
      return (
        <path
          key={key}
          {...look}
          transform={`translate(${x * CELL + GAP} ${y * CELL + GAP})`}
          d={leafPath(CELL - 2 * GAP, leansRight)}
        />
      )
    }),
  )
}

const BORDER_TILES = [
  '...c.......p...A.....c....p....c.....S...p.....c',
  '.....p..A.....c....a........A...p....c......p...',
]

/** For the header of public pages. Never above a table. */
export function TileBorder() {
  const patternId = useId()
  return (
    <svg className={styles.border} aria-hidden="true">
      <pattern
        id={patternId}
        width="864"
        height="36"
        patternUnits="userSpaceOnUse"
        viewBox="0 0 960 40"
      >
        <PatternTiles rows={BORDER_TILES} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${patternId})`} />
    </svg>
  )
}
