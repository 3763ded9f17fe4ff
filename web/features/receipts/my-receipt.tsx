import { useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import type { MyContribution } from '../../../shared/queries/my-contributions.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { ReceiptMark } from './receipt-mark.tsx'

/** A contributor's own receipt (R5). Whether it is with another contribution too is the organiser's business. */
export function MyReceipt({ contribution }: { contribution: MyContribution }) {
  const [open, setOpen] = useState(false)
  const { id, receipt, amount, collectionTitle } = contribution
  return (
    <>
      <ReceiptMark
        contribution={{ receipt, receiptRepeated: false }}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <ReceiptDialog
          contributionId={id}
          lead={`${formatMoney(amount)} para «${collectionTitle}».`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
