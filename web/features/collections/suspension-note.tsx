import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Note } from '../../components/note.tsx'

/** Shows the organiser that an administrator suspended the collection, and the reason (A8). */
export function SuspensionNote({ reason }: { reason: string }) {
  return (
    <Note tone="warn" role="status">
      <strong>Esta colecta está suspendida.</strong> Motivo: {withoutStop(reason)}. Su página no
      muestra la cuenta y nadie puede avisar aportes. Si crees que es un error,{' '}
      <Link to={links.contact()}>escríbenos</Link>.
    </Note>
  )
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.\s]+$/, '')
}
