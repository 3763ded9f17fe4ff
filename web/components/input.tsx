import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field-context.ts'
import styles from './input.module.css'

/** A line to type in, 48 px. Takes all that `<input>` takes; inside a Field it wires itself. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldWiring()} {...rest} className={classNames(styles.input, className)} />
}
