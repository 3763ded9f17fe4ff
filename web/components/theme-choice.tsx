import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { Icon } from './icon.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'
import styles from './theme-choice.module.css'
import { useHydrated } from './use-hydrated.ts'

const THEMES: [theme: Theme, label: string, icon: LucideIcon][] = [
  ['light', 'Claro', Sun],
  ['dark', 'Oscuro', Moon],
  ['system', 'Sistema', Monitor],
]

/** How the product looks on this device; as the system does, until somebody chooses. */
export function ThemeChoice() {
  const name = useId()
  const chosen = useTheme()
  return (
    // A choice made before the script came would be nobody's.
    <fieldset className={styles.choice} disabled={!useHydrated()}>
      <legend className={styles.legend}>Tema</legend>
      <div className={styles.options}>
        {THEMES.map(([theme, label, icon]) => (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            <Icon of={icon} size={16} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
