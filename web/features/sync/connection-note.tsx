import { Cloud, CloudDownload, CloudOff, LogIn } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Note } from '../../components/note.tsx'
import { isOffline, isOpening, type SyncView } from './sync-view.ts'

/** Renders nothing when the lists below already show the state. */
export function ConnectionNote({ view, onLeave }: { view: SyncView; onLeave: () => void }) {
  const { pathname } = useLocation()
  const { connection, copy, changes } = view
  if (connection === 'signed-out') {
    return (
      <Note tone="warn" icon={LogIn} role="status">
        <strong>Tu sesión terminó.</strong> Lo que hiciste sigue guardado en este dispositivo.{' '}
        <Link to={links.login(pathname)} onClick={onLeave}>
          Inicia sesión
        </Link>{' '}
        para continuar.
      </Note>
    )
  }
  if (copy === 'none') {
    return (
      <Note icon={Cloud} role="status">
        <strong>Este dispositivo no puede guardar una copia de tus datos.</strong> Todo funciona
        igual mientras haya conexión; sin ella no podrás ver ni cambiar tus colectas.
      </Note>
    )
  }
  if (isOffline(view)) {
    return (
      <Note icon={CloudOff} role="status">
        <strong>Sin conexión.</strong> {offlineWords(view)}
      </Note>
    )
  }
  if (isOpening(view)) {
    return (
      <Note icon={Cloud} role="status">
        Abriendo la copia de este dispositivo…
      </Note>
    )
  }
  if (copy !== 'ready') {
    return (
      <Note icon={CloudDownload} role="status">
        <strong>Preparando la copia.</strong> Puedes seguir usando Entre Todos mientras tanto.
      </Note>
    )
  }
  if (connection === 'starting') {
    return (
      <Note icon={Cloud} role="status">
        Conectando con el servidor…
      </Note>
    )
  }
  if (changes.length > 0) return null
  return (
    <Note tone="ok" role="status">
      <strong>Todo al día.</strong> El servidor recibió todo lo que hiciste.
    </Note>
  )
}

function offlineWords(view: SyncView): string {
  if (isOpening(view)) return 'Abriendo la copia de este dispositivo…'
  if (view.copy !== 'ready') return 'Terminamos de preparar la copia cuando vuelva la red.'
  return 'Puedes seguir: guardamos todo en este dispositivo y lo enviamos cuando vuelva la red.'
}
