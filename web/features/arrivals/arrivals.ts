import { atom, useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { HandCoins } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Arrivals, arrivals } from '../../../shared/queries/arrivals.ts'
import { formatCount, isolateName } from '../../../shared/text.ts'
import { switchStorage } from '../../api/device-storage.ts'
import { useQuery } from '../../api/use-query.ts'
import { showToast } from '../../components/toast.tsx'

const BEFORE_ALL = '1970-01-01T00:00:00.000Z'

/**
 * Announces contributions, of any collection for null: by a toast, a number in the title of a hidden tab, and a sound
 * if it is on. It shows no toast over another one, which may offer an undo. As a hook it would render its screen
 * several times per arrival.
 */
export function ArrivalAnnouncer({ collectionId }: { collectionId: string | null }) {
  const navigate = useNavigate()
  const isHidden = useHidden()
  const [since, setSince] = useState<string | null>(null)
  const state = useQuery(arrivals, { collectionId, since })
  const found = state.name === 'ready' && !state.stale ? state.answer : null
  const count = since === null ? 0 : (found?.count ?? 0)
  useCountInTitle(isHidden ? count : 0)
  useSoundOf(count)

  useEffect(() => {
    if (!found) return
    if (since === null) setSince(found.newest?.paymentDate ?? BEFORE_ALL)
    else if (found.newest && !isHidden) {
      const { paymentDate, collectionId } = found.newest
      setSince(paymentDate)
      showToast({
        text: textOf(found),
        icon: HandCoins,
        action: { label: 'Revisar', onPress: () => navigate(links.review(collectionId)) },
        isQuiet: true,
      })
    }
  }, [found, since, isHidden, navigate])

  return null
}

function textOf({ count, newest }: Arrivals): string {
  if (count === 1 && newest) {
    return `Llegó un aporte de ${isolateName(newest.contributorName)}: ${formatMoney(newest.amount)}`
  }
  return `Llegaron ${formatCount(count)} aportes`
}

function useCountInTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return
    const before = document.title
    document.title = `(${formatCount(count)}) ${before}`
    return () => {
      document.title = before
    }
  }, [count])
}

function useSoundOf(count: number): void {
  const isOn = useAtomValue(soundAtom)
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current && isOn) playArrival()
    before.current = count
  }, [count, isOn])
}

function useHidden(): boolean {
  return useSyncExternalStore(
    (listen) => {
      document.addEventListener('visibilitychange', listen)
      return () => document.removeEventListener('visibilitychange', listen)
    },
    () => document.visibilityState === 'hidden',
  )
}

const storedSoundAtom = atomWithStorage('arrival-sound', false, switchStorage, { getOnInit: true })

/** Turning the sound on plays it once. */
export const soundAtom = atom(
  (get) => get(storedSoundAtom),
  (_get, set, isOn: boolean) => {
    if (isOn) playArrival()
    set(storedSoundAtom, isOn)
  },
)

function playArrival(): void {
  import('../../components/play-thanks.ts').then(
    ({ playNotes }) => playNotes(),
    () => undefined, // no network, no sound
  )
}
