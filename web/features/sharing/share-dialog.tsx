import { useEffect, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { SECOND } from '../../../shared/time.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ShareCollection } from './share-collection.tsx'

/** The dialog closes this long after a copy, in ms. */
const CLOSES_AFTER = 3 * SECOND

type Props = { collection: Collection; open: boolean; onClose: () => void }

/** "Comparte tu colecta": WhatsApp, the link, the QR. */
export function ShareDialog({ open, ...rest }: Props) {
  return open ? <OpenShareDialog {...rest} /> : null
}

function OpenShareDialog({ collection, onClose }: Omit<Props, 'open'>) {
  const [copied, setCopied] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts at the copy alone
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(onClose, CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <Dialog open title="Comparte tu colecta" onClose={onClose}>
      <ShareCollection collection={collection} prominent onCopied={() => setCopied(true)} />
    </Dialog>
  )
}
