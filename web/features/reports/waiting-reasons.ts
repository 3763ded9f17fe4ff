import { CloudAlert, CloudOff, Hourglass, LogIn } from 'lucide-react'

export const WAITING_REASONS = {
  network: { icon: CloudOff, what: 'la red', until: 'cuando vuelva la conexión' },
  turn: {
    icon: Hourglass,
    what: 'su turno',
    until: 'en cuanto le toque, porque llegaron muchos envíos desde tu misma conexión',
  },
  space: { icon: Hourglass, what: 'lugar', until: 'en cuanto haya lugar en el servidor' },
  server: { icon: CloudAlert, what: 'al servidor', until: 'cuando el servidor se recupere' },
  'sign-in': { icon: LogIn, what: 'tu sesión', until: 'cuando inicies sesión' },
}
