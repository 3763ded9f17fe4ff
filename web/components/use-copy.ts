import { useEffect, useState } from 'react'
import { SECOND } from '../../shared/time.ts'
import { copyText } from './copy-text.ts'

/** How long the button shows that the text was copied, in ms. */
const SHOWN_FOR = 2 * SECOND

export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies and remembers for two seconds how it went. `copy` answers whether it did. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
  const [last, setLast] = useState<{ state: CopyState }>({ state: 'idle' })

  useEffect(() => {
    if (last.state === 'idle') return
    const timer = setTimeout(() => setLast({ state: 'idle' }), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [last])

  const copy = async (text: string) => {
    const copied = await copyText(text)
    setLast({ state: copied ? 'copied' : 'failed' })
    return copied
  }
  return { state: last.state, copy }
}
