import { classNames } from './class-names.ts'
import { leafPath } from './leaf-path.ts'
import styles from './petals.module.css'

const PETALS = 50
const COLOURS = 8
const BURSTS = 5

/** Petals that fall and lie around the middle of their container; still where motion is unwanted. */
export function Petals() {
  return (
    <svg className={styles.petals} aria-hidden="true">
      {FLOOR.map(({ x, y, side, turn, colour, burst, round }) => (
        <svg key={`${x} ${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          <g className={classNames(styles.fall, burst > 0 && styles[`burst${burst}`])}>
            {round ? (
              <circle className={styles[`colour${colour}`]} r={side * 0.4} />
            ) : (
              <path
                className={styles[`colour${colour}`]}
                transform={`rotate(${turn}) translate(${-side / 2} ${-side / 2})`}
                d={leafPath(side)}
              />
            )}
          </g>
        </svg>
      ))}
    </svg>
  )
}

/** The same scatter every time: drawn once, by the golden ratio, clear of the text in the middle. */
const FLOOR = Array.from({ length: PETALS }, (_, petal) => {
  const across = fraction(petal * 0.618034)
  const along = fraction(petal * 0.754878 + 0.3)
  // The upper third and the lower fifth are free; the rest belongs to the words.
  const y = along < 0.64 ? along * 48 : 81 + (along - 0.64) * 50
  return {
    x: percent(across * 98 + 1),
    y: percent(y),
    side: 9 + Math.round(fraction(petal * 0.5698) * 10),
    turn: Math.round(fraction(petal * 0.3247) * 360),
    colour: 1 + (petal % COLOURS),
    burst: petal % BURSTS,
    round: petal % 6 === 5,
  }
})

function fraction(value: number): number {
  return value - Math.floor(value)
}

function percent(value: number): number {
  return Math.round(value * 10) / 10
}
