import type { ReactNode } from 'react'
import styles from './choice-group.module.css'

/** Choices under one question: "Cómo quieres aportar". */
export function ChoiceGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  )
}
