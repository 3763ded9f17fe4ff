import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field-context.ts'
import styles from './input.module.css'

/** Several lines to type in; it grows with the text where the browser can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...useFieldWiring()}
      {...rest}
      className={classNames(styles.input, styles.textarea, className)}
    />
  )
}
