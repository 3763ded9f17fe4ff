import { useId } from 'react'
import styles from './guarda.module.css'
import { Baldosas } from './patio.tsx'

const STRIP = [
  '...c.......p...A.....c....p....c.....S...p.....c',
  '.....p..A.....c....a........A...p....c......p...',
]

/** The border of a tiled floor, under the header of public pages. Never above a table. */
export function Guarda() {
  const floor = useId()
  return (
    <svg className={styles.guarda} aria-hidden="true">
      <pattern
        id={floor}
        width="864"
        height="36"
        patternUnits="userSpaceOnUse"
        viewBox="0 0 960 40"
      >
        <Baldosas rows={STRIP} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${floor})`} />
    </svg>
  )
}
