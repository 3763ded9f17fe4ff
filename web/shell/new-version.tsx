import { useState } from 'react'
import { Toast } from '../components/toast.tsx'
import styles from './new-version.module.css'
import { useNewVersion } from './use-new-version.ts'

/** Says that there is a newer version. It comes when the person says so; until then nothing changes. */
export function NewVersion() {
  const { isThere, open } = useNewVersion()
  const [later, setLater] = useState(false)

  return (
    <div className={styles.place} role="status">
      {isThere && !later && (
        <Toast
          text="Hay una versión nueva"
          action={{ label: 'Actualizar', onPress: open }}
          onDismiss={() => setLater(true)}
        />
      )}
    </div>
  )
}
