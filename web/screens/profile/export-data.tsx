import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportAccount } from '../../../shared/api/own-account.ts'
import { asAppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { useToast } from '../../components/toast.tsx'
import styles from './setting.module.css'

/** Everything that we hold about a person, as one file (law 25.326, art. 14). */
export function ExportData() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function download() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const { url } = await request(exportAccount)
      follow(url)
      toast({ text: 'La descarga empezó. Mírala en las descargas de tu navegador.' })
    } catch (error) {
      setFailure(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className={styles.setting}>
        <div>
          <h3>Descargar mis datos</h3>
          <p className={styles.words}>
            Un archivo ZIP con tu perfil, tus sesiones, tus aportes y tus colectas con todos sus
            comprobantes.
          </p>
        </div>
        <Button icon={Download} busy={busy} busyText="Preparando…" onClick={() => void download()}>
          Descargar mis datos
        </Button>
      </div>
      {failure && (
        <Note tone="warn" role="alert">
          {failure}
        </Note>
      )}
    </>
  )
}

/** The browser saves it as it comes: it may be larger than the memory of the page. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
