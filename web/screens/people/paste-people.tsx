import { FileText } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { MOST_PEOPLE, type NewPerson } from '../../../shared/people/person.ts'
import { type ReadPeople, readPeople } from '../../../shared/people/read-people.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FileButton, FileProblemNote } from '../../components/file-picker.tsx'
import { Textarea } from '../../components/input.tsx'
import { FailureNote, Note } from '../../components/note.tsx'
import { useForm } from '../../forms/use-form.ts'
import styles from './people.module.css'

type Props = {
  draft: string
  /** The people who are already on the list. */
  known: readonly NewPerson[]
  /** Throws AppError: the form keeps the text. */
  onAdd: (people: readonly NewPerson[]) => Promise<void>
}

const ACCEPTED = '.csv,.txt,.tsv,text/csv,text/plain'
const MOST_BYTES = 2_000_000
const MOST_LISTED = 5

/** A form that adds people from a pasted list or a file, and shows how its lines were read. */
export function PastePeople({ draft, known, onAdd }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    initial: { text: '' },
    draft,
    check: () => ({ ok: true, value: read.people }),
    send: onAdd,
  })
  const { text } = form.values
  const pasted = useDeferredValue(text)
  const read: ReadPeople = useMemo(() => readPeople(pasted, known), [pasted, known])
  const count = read.people.length
  const isTooLong = known.length + count > MOST_PEOPLE

  async function open(file: File): Promise<void> {
    setProblem(null)
    const content = await textOf(file)
    if (content === null)
      setProblem('No se pudo leer el archivo. Guárdalo como CSV y elígelo otra vez.')
    else form.change({ text: content })
  }

  return (
    <form className="stack gap-4" onSubmit={form.submit}>
      <Field
        label="Personas"
        hint="Una por línea. Si quieres, agrega su email o teléfono después de una coma."
      >
        <Textarea
          {...form.control('text')}
          rows={7}
          spellCheck={false}
          placeholder={'Ana Gómez\nBeto Sosa, 11 5555-1234\nCarla Díaz, carla@ejemplo.com'}
        />
      </Field>
      <div className="row wrap gap-2">
        <FileButton label="Archivo de personas" accept={ACCEPTED} icon={FileText} onPick={open}>
          Elegir un archivo CSV
        </FileButton>
      </div>
      {problem && <FileProblemNote text={problem} />}
      <Understood read={read} />
      {isTooLong && (
        <Note tone="warn">La lista puede tener hasta {formatCount(MOST_PEOPLE)} personas.</Note>
      )}
      {/* Not a toast, which would be behind the dialog of this form. */}
      <FailureNote text={form.refusal?.message ?? null} />
      <Button
        type="submit"
        main
        disabled={count === 0 || isTooLong || pasted !== text}
        busy={form.busy}
        busyText="Agregando…"
      >
        {count === 0 ? 'Agregar personas' : `Agregar ${countOf(count, 'persona')}`}
      </Button>
    </form>
  )
}

function Understood({ read }: { read: ReadPeople }) {
  const { people, unread, repeated } = read
  const more = people.length - MOST_LISTED
  return (
    <div className="stack gap-3" role="status">
      {people.length > 0 && (
        <div className={styles.understood}>
          <p className="strong">Se entendió así:</p>
          <ul>
            {people.slice(0, MOST_LISTED).map(({ name, email, phone }) => (
              <li key={`${name} ${email} ${phone}`}>
                {name}
                <span className="muted small">
                  {[email, phone].filter((part) => part !== null).map((part) => ` · ${part}`)}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="muted small">y {countOf(more, 'persona')} más</p>}
        </div>
      )}
      {unread.length > 0 && (
        <Note tone="warn">
          {unread.length === 1
            ? 'Una línea no se entendió'
            : `${formatCount(unread.length)} líneas no se entendieron`}{' '}
          y no se agregará{unread.length === 1 ? '' : 'n'}:
          <ul>
            {unread.slice(0, MOST_LISTED).map(({ number, text, problem }) => (
              <li key={number} className="breaks">
                {number}: «{text.slice(0, 80)}». {problem}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {repeated.length > 0 && (
        <Note>
          {repeated.length === 1 ? 'Ya está en la lista: ' : 'Ya están en la lista: '}
          {repeated.slice(0, MOST_LISTED).join(', ')}
          {repeated.length > MOST_LISTED && ` y ${formatCount(repeated.length - MOST_LISTED)} más`}.
          Si son personas distintas, agrega el segundo nombre, el email o el teléfono.
        </Note>
      )}
    </div>
  )
}

/** Spreadsheets write UTF-8 or Windows-1252. Returns null for a file that is too large or is not text. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > MOST_BYTES) return null
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes || new Uint8Array(bytes).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
