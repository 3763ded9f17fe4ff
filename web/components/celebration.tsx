import { type ReactNode, useEffect, useId, useRef } from 'react'
import { leafPath } from '../../shared/leaf-path.ts'
import { seededRandom } from '../../shared/random.ts'
import { Button } from './button.tsx'
import styles from './celebration.module.css'
import { classNames } from './class-names.ts'
import { Modal } from './dialog.tsx'
import { Mark } from './logo.tsx'
import { useRootMark } from './use-root-mark.ts'

type CelebrationProps = {
  text: string
  children?: ReactNode
  actions?: ReactNode
  onClose: () => void
}

export function Celebration(props: CelebrationProps) {
  const { text, children, actions, onClose } = props
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])
  useRootMark('celebration')
  usePlayedOnce()

  return (
    <Modal
      onClose={onClose}
      closesOnBackdrop={false}
      className={styles.celebration}
      aria-labelledby={titleId}
    >
      <Petals />
      <div className={styles.inside}>
        <Mark className={styles.mark} />
        <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
          ¡Gracias!
        </h2>
        <p className={styles.text}>{text}</p>
        {children && <div className={styles.slot}>{children}</div>}
        <Button main onClick={onClose}>
          Cerrar
        </Button>
        {actions}
      </div>
    </Modal>
  )
}

/** Loads the sound's code in the background when it plays: nothing waits for it. */
function usePlayedOnce() {
  const played = useRef(false)
  useEffect(() => {
    if (played.current) return
    played.current = true
    import('./play-thanks.ts').then(
      ({ playThanks }) => playThanks(),
      () => undefined, // no network, no sound
    )
  }, [])
}

const PETALS = 50
const COLOURS = 8
const BURSTS = 5
const SPARKS = 12

/** With reduced motion, only still petals. */
function Petals() {
  return (
    <svg className={styles.petals} aria-hidden="true">
      {PETAL_LAYOUT.map(({ x, y, side, turn, colour, burst, isRound }) => (
        <svg key={`${x} ${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          <g className={classNames(styles.fall, burst > 0 && styles[`burst${burst}`])}>
            {isRound ? (
              <circle fill={colour} r={side * 0.4} />
            ) : (
              <path
                fill={colour}
                transform={`rotate(${turn}) translate(${-side / 2} ${-side / 2})`}
                d={leafPath(side)}
              />
            )}
          </g>
        </svg>
      ))}
      {PLACES.map(([x, y], burst) => (
        <svg key={`${x} ${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" aria-hidden="true">
          {DIRECTIONS.map((turn, index) => (
            <g key={turn} transform={`rotate(${turn})`}>
              <circle
                className={classNames(styles.spark, burst > 0 && styles[`burst${burst}`])}
                fill={colourOf(index + burst)}
                r={3.5}
              />
            </g>
          ))}
        </svg>
      ))}
    </svg>
  )
}

/** In percent of the container: around the text, never on it. */
const PLACES = [
  [50, 14],
  [16, 24],
  [84, 20],
  [24, 84],
  [78, 88],
] as const
const DIRECTIONS = Array.from({ length: SPARKS }, (_, index) => (index * 360) / SPARKS)

type Petal = ReturnType<typeof throwPetal>

/** Computed once, from a fixed seed. No two petals overlap. */
const PETAL_LAYOUT = scatter()

function scatter(): Petal[] {
  const random = seededRandom(5)
  const petals: Petal[] = []
  while (petals.length < PETALS) {
    const petal = throwPetal(random, petals.length)
    if (coversText(petal)) continue
    if (petals.every((other) => Math.hypot(other.x - petal.x, other.y - petal.y) > 5)) {
      petals.push(petal)
    }
  }
  return petals
}

/** Measured on a small phone. */
function coversText({ x, y }: Petal): boolean {
  const isBetween = (value: number, from: number, to: number) => value > from && value < to
  return isBetween(x, 30, 70) ? isBetween(y, 9, 84) : isBetween(x, 15, 85) && isBetween(y, 20, 72)
}

function throwPetal(random: () => number, index: number) {
  // Two thirds above the text, one third below it.
  const y = index % 3 < 2 ? random() * 31 : 79 + random() * 20
  return {
    x: Math.round(random() * 1000) / 10,
    y: Math.round(y * 10) / 10,
    side: 10 + Math.round(random() * 9),
    turn: Math.round(random() * 360),
    colour: colourOf(index),
    burst: index % BURSTS,
    isRound: index % 6 === 5,
  }
}

function colourOf(index: number): string {
  return `var(--confetti-${1 + (index % COLOURS)})`
}
