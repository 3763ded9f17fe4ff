import { atom, useSetAtom } from 'jotai'
import type { LucideIcon } from 'lucide-react'

export type ToastMessage = {
  /** One line: "Aporte eliminado". Never an error that needs an answer. */
  text: string
  icon?: LucideIcon
  action?: { label: string; onPress: () => void }
}

/** The one toast on screen; `id` tells two with the same words apart. */
export const toastAtom = atom<(ToastMessage & { id: number }) | null>(null)

let lastId = 0

const showAtom = atom(null, (_get, set, message: ToastMessage) => {
  lastId += 1
  set(toastAtom, { ...message, id: lastId })
})

/** `const toast = useToast()`, then `toast({ text: '¡Enlace copiado!', icon: Check })`. */
export function useToast(): (message: ToastMessage) => void {
  return useSetAtom(showAtom)
}
