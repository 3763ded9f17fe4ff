import { leafPath } from '../../shared/leaf-path.ts'
import styles from './patio.module.css'

const CELL = 20
const GAP = 1

type PatioProps = {
  /**
   * One text per row, one letter per baldosa: `p` primary, `c` confirmed, `l` light, `a` accent,
   * `s` sun, `.` soft, `o` only outlined, space for bare ground; a capital is a dot instead of a leaf.
   */
  rows: readonly string[]
  className?: string | undefined
}

/** A floor of baldosas: leaves that lean left and right in turn and close into flowers. */
export function Patio({ rows, className }: PatioProps) {
  const columns = Math.max(...rows.map((row) => row.length))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * CELL} ${rows.length * CELL}`}
      aria-hidden="true"
    >
      <Baldosas rows={rows} />
    </svg>
  )
}

/** The same baldosas inside an `<svg>` of someone else, 20 units each. */
export function Baldosas({ rows }: { rows: readonly string[] }) {
  return rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      if (letter === ' ') return null
      const tone = styles[letter === '.' ? 'soft' : letter.toLowerCase()]
      const key = `${x} ${y}`
      const isDot = letter !== letter.toLowerCase()
      if (isDot) {
        return (
          <circle key={key} className={tone} cx={(x + 0.5) * CELL} cy={(y + 0.5) * CELL} r={8} />
        )
      }
      const leansRight = (x + y) % 2 === 0
      return (
        <path
          key={key}
          className={tone}
          transform={`translate(${x * CELL + GAP} ${y * CELL + GAP})`}
          d={leafPath(CELL - 2 * GAP, leansRight)}
        />
      )
    }),
  )
}
