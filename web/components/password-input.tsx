import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './input.module.css'
import { AS_TYPED, Input } from './input.tsx'

/** `autoComplete` must be "current-password" or "new-password". */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)

  return (
    <div className={styles.password}>
      <Input {...AS_TYPED} {...props} type={shown ? 'text' : 'password'} />
      <IconButton
        className={styles.toggle}
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
