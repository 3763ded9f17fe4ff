import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { getSuspension } from '../../../shared/api/collections.ts'
import type { Suspension } from '../../../shared/complaint.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { Note } from '../../components/note.tsx'

/** Tells the organiser that an administrator suspended the colecta, and why. Without a network it shows nothing. */
export function SuspensionNote({ collectionId }: { collectionId: string }) {
  const [suspension, setSuspension] = useState<Suspension | null>(null)

  useEffect(() => {
    const giveUp = new AbortController()
    request(getSuspension, { params: { id: collectionId }, signal: giveUp.signal }).then(
      (answer) => setSuspension(answer.suspension),
      () => undefined,
    )
    return () => giveUp.abort()
  }, [collectionId])

  if (!suspension) return null
  return (
    <Note tone="warn" role="status">
      <strong>Esta colecta está suspendida.</strong> Motivo: {withoutStop(suspension.reason)}. Su
      página no muestra la cuenta y nadie puede avisar aportes. Si crees que es un error,{' '}
      <Link to={links.contact()}>escríbenos</Link>.
    </Note>
  )
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.\s]+$/, '')
}
