import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { Icon } from './icon.tsx'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string
  hint?: ReactNode
  icon?: LucideIcon
  /** At the end of the line: `<Badge>Próximamente</Badge>`. */
  badge?: ReactNode
}

/** A radio button as a card. Takes all that `<input type="radio">` takes; put it in a ChoiceGroup. */
export function Choice({ label, hint, icon, badge, ...rest }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...rest} type="radio" className={styles.radio} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      {icon && <Icon of={icon} />}
      {badge}
    </label>
  )
}
