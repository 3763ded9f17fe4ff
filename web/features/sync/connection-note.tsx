import { Cloud, CloudDownload, CloudOff, LogIn, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Note } from '../../components/note.tsx'
import { isOffline, isOpening, type SyncView } from './sync-view.ts'

/** Renders nothing when the lists below already show the state. */
export function ConnectionNote({ view, onLeave }: { view: SyncView; onLeave: () => void }) {
  const { pathname } = useLocation()
  if (view.connection === 'signed-out') {
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
  const note = noteOf(view)
  if (!note) return null
  const { title, text, ...look } = note
  return (
    <Note {...look} role="status">
      {title && <strong>{title}</strong>} {text}
    </Note>
  )
}

type Words = { icon?: LucideIcon; tone?: 'ok'; title?: string; text: string }

function noteOf(view: SyncView): Words | null {
  const { connection, replica, changes } = view
  if (replica === 'none') {
    return {
      icon: Cloud,
      title: 'Este dispositivo no puede guardar una copia de tus datos.',
      text: 'Todo funciona igual mientras haya conexión; sin ella no podrás ver ni cambiar tus colectas.',
    }
  }
  if (isOffline(view)) return { icon: CloudOff, title: 'Sin conexión.', text: offlineWords(view) }
  if (isOpening(view)) return { icon: Cloud, text: OPENING }
  if (replica !== 'ready') {
    return {
      icon: CloudDownload,
      title: 'Preparando la copia.',
      text: 'Puedes seguir usando Entre Todos mientras tanto.',
    }
  }
  if (connection === 'starting') return { icon: Cloud, text: 'Conectando con el servidor…' }
  if (changes.length > 0) return null
  return { tone: 'ok', title: 'Todo al día.', text: 'El servidor recibió todo lo que hiciste.' }
}

const OPENING = 'Abriendo la copia de este dispositivo…'

function offlineWords(view: SyncView): string {
  if (isOpening(view)) return OPENING
  if (view.replica !== 'ready') return 'Terminamos de preparar la copia cuando vuelva la red.'
  return 'Puedes seguir: guardamos todo en este dispositivo y lo enviamos cuando vuelva la red.'
}
