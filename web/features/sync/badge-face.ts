import { isOffline, isOpening, refusedOf, type SyncView, waitingOf } from './sync-view.ts'

export interface BadgeFace {
  /** Only `bad` is loud: it is the only one that needs the person. */
  look: 'ok' | 'wait' | 'off' | 'bad' | 'filling' | 'calm'
  text: string
}

/** What the badge says, the most urgent first; never "Al día" before the stream said so. */
export function badgeFace(view: SyncView): BadgeFace {
  const refused = refusedOf(view).length
  const waiting = waitingOf(view).length
  const unsent =
    waiting === 1 ? '1 cambio por enviar' : `${waiting.toLocaleString('es-AR')} cambios por enviar`
  const and = waiting > 0 ? ` · ${unsent}` : ''

  if (refused > 0) return { look: 'bad', text: `${refused.toLocaleString('es-AR')} con problemas` }
  if (view.connection === 'signed-out') return { look: 'off', text: `Sesión terminada${and}` }
  if (isOffline(view)) return { look: 'off', text: `Sin conexión${and}` }
  if (waiting > 0) return { look: 'wait', text: unsent }
  if (view.copy === 'none') return { look: 'calm', text: 'Sin copia' }
  if (isOpening(view)) return { look: 'calm', text: 'Abriendo…' }
  if (view.copy !== 'ready') return { look: 'filling', text: 'Preparando…' }
  if (view.connection === 'starting') return { look: 'calm', text: 'Conectando…' }
  return { look: 'ok', text: 'Al día' }
}
