import { useState } from 'react'
import { links } from '../../../shared/links.ts'
import { useInstallation } from '../../api/installation.ts'
import { buttonLook } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import styles from './google-button.module.css'
import { keepReturnTo } from './return-to.ts'

interface GoogleButtonProps {
  /** A path of ours to go to afterwards. */
  returnTo?: string | undefined
  from?: 'register'
}

/** The other way in, below a form (A4). A link like any other: the server sends the browser on. */
export function GoogleButton({ returnTo, from }: GoogleButtonProps) {
  const isOffered = useInstallation()?.google ?? true
  const [isCutOff, setCutOff] = useState(false)

  return (
    <div className={styles.other}>
      <p className={styles.or}>o</p>
      {isOffered ? (
        <a
          href={links.googleSignIn(returnTo, from)}
          className={buttonLook({ size: 'lg', block: true })}
          onClick={(event) => {
            setCutOff(!navigator.onLine)
            if (navigator.onLine) keepReturnTo(returnTo)
            else event.preventDefault()
          }}
        >
          <GoogleMark />
          Continuar con Google
        </a>
      ) : (
        <p className={styles.absent}>Por ahora aquí no se puede entrar con Google.</p>
      )}
      <p className={styles.cutOff} role="status">
        {isCutOff && 'No hay conexión. Revisa tu conexión e intenta nuevamente.'}
      </p>
    </div>
  )
}
