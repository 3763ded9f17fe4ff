import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import styles from './password-input.module.css'

/** A password that can be looked at. Give it `autoComplete="current-password"` or `"new-password"`. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)

  return (
    <div className={styles.password}>
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        className={styles.toggle}
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
