import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field.tsx'
import styles from './input.module.css'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldWiring()} {...rest} className={classNames(styles.input, className)} />
}

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

/** For text that the device must not correct: `<Input {...AS_TYPED} />`. */
export const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** `autoComplete` is "email" or "username" for the person's own address, "off" for another person's. */
export function EmailInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <Input {...props} {...AS_TYPED} type="email" />
}
