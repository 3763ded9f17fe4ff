import { type ReactNode, useEffect, useState } from 'react'
import type { CollectionInput, CollectionStatus } from '../../../shared/collection.ts'
import { today } from '../../../shared/dates.ts'
import { newId } from '../../../shared/id.ts'
import type { Centavos } from '../../../shared/money.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { type FormProblem, FormProblems } from '../../components/form-problems.tsx'
import { ActionNote } from '../../components/note.tsx'
import { Page } from '../../components/page.tsx'
import { dropDraft, readDraft } from '../../forms/draft.ts'
import { useForm } from '../../forms/use-form.ts'
import { CollectionFields } from './collection-fields.tsx'
import styles from './collection-form.module.css'
import { CollectionPreview } from './collection-preview.tsx'
import { changesOf, checkValues, type FormValues, isIncomplete, withHolder } from './form-values.ts'
import { type ChosenPicture, PictureCard } from './picture-card.tsx'

interface Checked {
  id: string
  input: CollectionInput
  changes: Partial<CollectionInput>
  values: FormValues
}

export interface EditorWords {
  title: string
  save: string
  saving: string
  failure: string
  /** The text above a restored draft, beside a button to discard it. */
  restored: string
  startOver: string
  /** Below the button. */
  promise?: string
}

type Props = {
  words: EditorWords
  isNew?: boolean
  /** The draft stays after the submission, and is sent once the person has an account. */
  isVisitor?: boolean
  draft: string
  lead?: ReactNode
  /** The draft is complete, and was submitted before. */
  submitsAtOnce?: boolean | undefined
  initial: FormValues
  /** Only for an existing collection. */
  picture?: ChosenPicture
  status: CollectionStatus
  amountCollected: Centavos
  cancelTo: string
  save: (checked: Checked) => Promise<void>
  onStartOver: () => void
  onSaved?: () => void
  renderSaved?: (saved: { id: string; title: string }) => ReactNode
}

/** The form of a collection, with its preview, its draft and the dialog after saving. */
export function CollectionEditor(props: Props) {
  const { words, isNew = false, isVisitor = false, submitsAtOnce, draft, initial } = props
  const [isRestored] = useState(() => differs(readDraft(draft), initial))
  const [saved, setSaved] = useState<{ id: string; title: string } | null>(null)

  const form = useForm<FormValues, Checked>({
    initial,
    draft,
    keepsDraft: isVisitor,
    ...(isNew && { renew: () => ({ id: newId() }) }),
    check(values) {
      const checked = checkValues(isVisitor ? withHolder(values) : values, today(new Date()))
      if (!checked.ok) return checked
      const input = checked.value
      return {
        ok: true,
        value: { id: values.id, input, values, changes: changesOf(values, input) },
      }
    },
    async send(checked) {
      await props.save(checked)
      setSaved({ id: checked.id, title: checked.input.title })
      props.onSaved?.()
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (submitsAtOnce) void form.submit()
  }, [])

  return (
    <Page title={words.title} className={styles.layout}>
      <div className={styles.main}>
        <h1 className="page-title">{words.title}</h1>
        {props.lead}
        {isRestored && !submitsAtOnce && (
          <ActionNote
            text={words.restored}
            actionLabel={words.startOver}
            onAction={() => {
              dropDraft(draft)
              props.onStartOver()
            }}
          />
        )}
        <FormProblems
          form={form}
          isIncomplete={isIncomplete(form.values)}
          lineOf={namedLine}
          failure={words.failure}
        />
        <form noValidate className={styles.form} onSubmit={form.submit}>
          <CollectionFields form={form} isNew={isNew} isVisitor={isVisitor} />
          <div className={styles.end}>
            <Button
              type="submit"
              variant="primary"
              size="lg"
              busy={form.busy}
              busyText={words.saving}
            >
              {words.save}
            </Button>
            <ButtonLink to={props.cancelTo} variant="muted" size="lg">
              Cancelar
            </ButtonLink>
          </div>
          {words.promise && <p className={styles.promise}>{words.promise}</p>}
        </form>
        {props.picture && <PictureCard picture={props.picture} />}
      </div>
      <CollectionPreview
        values={form.values}
        picture={props.picture?.url ?? null}
        status={props.status}
        amountCollected={props.amountCollected}
      />
      {saved && props.renderSaved?.(saved)}
    </Page>
  )
}

/** Puts the field's name before a message that does not contain it: two amounts may have the same message. */
function namedLine({ name, message }: FormProblem) {
  const field = FIELD_NAMES[name] ?? ''
  const isNamed = message.toLowerCase().includes(field.toLowerCase())
  return { id: name, message: isNamed ? message : `${field}: ${message}` }
}

const FIELD_NAMES: Record<string, string> = {
  suggestedAmount: 'Monto sugerido',
  totalAmount: 'Total a colectar',
}

function differs(draft: Record<string, string>, { id: _, found: __, ...initial }: FormValues) {
  return Object.entries(draft).some(([name, text]) => name in initial && text !== initial[name])
}
